import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Who runs a database server: nobody else than this process, unless that is root. */
export interface ServerUser {
  readonly uid?: number
  readonly gid?: number
}

/** A folder that belongs to the user who runs a database server, and a way to run its programs there. */
export interface ServerFolder {
  readonly path: string
  readonly user: ServerUser
  /** Runs a program to its end, and tells whether it succeeded. */
  run(command: string, args: readonly string[]): boolean
  remove(): void
}

/** Makes a temporary folder. `undefined`: this process is root, and there is no `postgres` user to run a server. */
export function makeServerFolder(prefix: string): ServerFolder | undefined {
  // Neither Postgres nor PgBouncer will run as root: there the system's own postgres user does it.
  const user = process.getuid?.() === 0 ? readPostgresUser() : {}
  if (user === undefined) return undefined
  const path = mkdtempSync(join(tmpdir(), prefix))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
  return {
    path,
    user,
    run: (command, args) =>
      spawnSync(command, [...args], { cwd: path, stdio: 'ignore', ...user }).status === 0,
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** The folder of the programs that `POSTGRES_BIN` names, or of the newest installed Postgres, if there is one. */
export function findPostgresBin(): string | undefined {
  const named = process.env['POSTGRES_BIN']
  if (named) return named
  const installations = '/usr/lib/postgresql'
  const versions = existsSync(installations)
    ? readdirSync(installations)
        .map(Number)
        .sort((a, b) => b - a)
    : []
  const candidates = [
    ...versions.map((version) => `${installations}/${version}/bin`),
    '/opt/homebrew/bin',
    '/usr/local/bin',
  ]
  return candidates.find((bin) => existsSync(join(bin, 'initdb')))
}

function readPostgresUser(): ServerUser | undefined {
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** A port of this machine that nobody listens on. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
