import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A dump of a migrated and seeded embedded database. */
    preparedDump: string
    /** A server whose `prepared` database is migrated and seeded; empty where no Postgres can be had. */
    postgresUrl: string
  }
}

/**
 * Prepares one embedded database and, where it can be had, one real Postgres for the whole run; tests copy them.
 * A real Postgres is `TEST_DATABASE_URL`, or the machine's own installation started in a temporary folder.
 */
export default async function prepareDatabases(project: TestProject): Promise<() => void> {
  project.provide('preparedDump', prepareDump())
  const server = process.env['TEST_DATABASE_URL'] ? undefined : await startPostgres()
  const url = process.env['TEST_DATABASE_URL'] ?? server?.url ?? ''
  if (url !== '') build('database', url)
  else if (process.env['REQUIRE_POSTGRES'])
    throw new Error('No Postgres can be had, and REQUIRE_POSTGRES is set.')
  project.provide('postgresUrl', url)
  return () => server?.stop()
}

/** Making the embedded database takes seconds, so it is kept until the sources that shape it change. */
function prepareDump(): string {
  const dump = resolve('node_modules/.cache/affiliate-platform', `prepared-${hashSources()}.tar`)
  if (!existsSync(dump)) build('dump', dump)
  return dump
}

function build(kind: 'dump' | 'database', target: string): void {
  const script = ['--conditions=@affiliate-platform/source', 'test/build-prepared.ts', kind, target]
  const { status, stderr } = spawnSync(process.execPath, script, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Preparing the test ${kind} failed:\n${stderr}`)
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const folder of [
    'packages/platform/migrations',
    'packages/operator/src/demo',
    'packages/platform/src/database',
  ]) {
    for (const file of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

interface LocalPostgres {
  readonly url: string
  stop(): void
}

/** Starts the newest installed Postgres on a free port, as the `postgres` user where this process is root. */
async function startPostgres(): Promise<LocalPostgres | undefined> {
  const bin = findPostgresBin()
  if (bin === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-postgres-'))
  const run = runAsPostgres(folder)
  if (run === undefined) return undefined
  const port = await findFreePort()
  const data = join(folder, 'data')
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`
  const stop = (): void => {
    run(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'])
    rmSync(folder, { recursive: true, force: true })
  }
  const made =
    run(join(bin, 'initdb'), [
      '-D',
      data,
      '-A',
      'trust',
      '-U',
      'app',
      '--no-sync',
      '-E',
      'UTF8',
      '--locale=C',
    ]) && run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start'])
  if (made) return { url: `postgres://app@127.0.0.1:${port}/postgres`, stop }
  stop()
  return undefined
}

function findPostgresBin(): string | undefined {
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

type Run = (command: string, args: readonly string[]) => boolean

// Postgres will not run as root: there the system's own postgres user does it.
function runAsPostgres(folder: string): Run | undefined {
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? readPostgresUser() : {}
  if (identity === undefined) return undefined
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(folder, identity.uid, identity.gid)
  return (command, args) =>
    spawnSync(command, [...args], { cwd: folder, stdio: 'ignore', ...identity }).status === 0
}

function readPostgresUser(): { readonly uid?: number; readonly gid?: number } | undefined {
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
