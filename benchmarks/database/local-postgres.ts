import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { listenOnFreePort } from '../programs/listen.ts'
import { pinned } from '../runner/pin.ts'

/** A Postgres of the benchmarks' own. */
export interface LocalPostgres {
  /** The process that started all others of it. */
  readonly pid: number
  readonly version: string
  urlOf(database: string): string
  /** Runs one statement as the administrator. */
  run(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  stop(): void
}

/** Whether this machine has a Postgres to start. */
export function hasPostgres(): boolean {
  return findBin() !== undefined
}

// The disk is nobody's work here: without its flushes a write costs what the programs and the database make of it.
const settings = [
  'listen_addresses=127.0.0.1',
  'fsync=off',
  'full_page_writes=off',
  'max_connections=250',
  'shared_buffers=1GB',
  'max_wal_size=8GB',
  'checkpoint_timeout=1d',
  // It would wake up in the middle of someone's slice.
  'autovacuum=off',
  // As the service sets it (D173): the programs beside it get the same plans.
  'random_page_cost=1.1',
]

/**
 * Starts a Postgres on a free port, on the core of the load, and makes its folder at the first time.
 *
 * @throws when there is none, or another process has the folder open
 */
export async function startPostgres(folder: string): Promise<LocalPostgres> {
  const bin = findBin()
  if (bin === undefined) throw new Error('No Postgres is installed: these suites need initdb and pg_ctl.')
  const run = createRun(folder)
  const data = join(folder, 'data')
  if (!existsSync(join(data, 'PG_VERSION'))) {
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
    ])
  }
  const port = await findFreePort()
  const flags = settings.map((setting) => `-c ${setting}`).join(' ')
  const [command = '', ...args] = pinned('load', [
    join(bin, 'pg_ctl'),
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
  ])
  run(command, [...args, '-o', `-p ${port} -k ${folder} ${flags}`, 'start'])
  const urlOf = (database: string) => `postgres://app@127.0.0.1:${port}/${database}`
  // It runs beside this process and would outlive it.
  const stop = (): void => {
    process.off('exit', stop)
    run(join(bin, 'pg_ctl'), ['-D', data, '-m', 'fast', '-w', 'stop'])
  }
  process.on('exit', stop)
  const version = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout
  return {
    pid: Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]),
    version: /\(PostgreSQL\) (\S+)/.exec(version)?.[1] ?? '',
    urlOf,
    run: (sql) => runOnce(urlOf('postgres'), sql),
    stop,
  }
}

async function runOnce(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

function findBin(): string | undefined {
  const installations = '/usr/lib/postgresql'
  const versions = existsSync(installations) ? readdirSync(installations).map(Number) : []
  const newestFirst = versions.sort((a, b) => b - a).map((version) => `${installations}/${version}/bin`)
  return [...newestFirst, '/opt/homebrew/bin', '/usr/local/bin'].find((bin) =>
    existsSync(join(bin, 'initdb')),
  )
}

// Postgres will not run as root: there the system's own postgres user does it.
function createRun(folder: string): (command: string, args: readonly string[]) => void {
  mkdirSync(folder, { recursive: true })
  const identity = process.getuid?.() === 0 ? readPostgresUser() : undefined
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid)
  return (command, args) => {
    const { status, error } = spawnSync(command, [...args], { cwd: folder, stdio: 'ignore', ...identity })
    if (status !== 0) throw new Error(`${command} failed; see ${join(folder, 'log')}.`, { cause: error })
  }
}

function readPostgresUser(): { readonly uid: number; readonly gid: number } {
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  if (uid === undefined) throw new Error('Postgres does not run as root, and there is no user postgres.')
  return { uid: Number(uid), gid: Number(gid) }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnFreePort(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Removes a folder that was made for a short while. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
