// What is needed to run database servers on this machine, for trying out.
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where everything listens. */
export const host = '127.0.0.1'

/** The user who runs a server; of nothing, this process's own. */
export interface Identity {
  readonly uid?: number
  readonly gid?: number
}

/** The folder of the newest installed Postgres's programs. */
export function findPostgres(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).map(Number) : []
  const newest = Math.max(...versions)
  if (versions.length === 0)
    throw new Error(`There is no Postgres in ${root}. On Debian: apt-get install postgresql.`)
  return join(root, String(newest), 'bin')
}

/** Makes a temporary folder of the user who runs the servers: Postgres will not run as root. */
export function makeServerFolder(prefix: string): { readonly folder: string; readonly identity: Identity } {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const identity = readIdentity()
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(folder, identity.uid, identity.gid)
  return { folder, identity }
}

function readIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** A port that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Lets a server listen on a free port, and tells which. */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}
