import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, findPostgresBin, makeServerFolder } from './postgres-installation.ts'

/** A PgBouncer in front of every database of a server. */
export interface PgBouncer {
  /** The server's URL, through the pooler. */
  readonly url: string
  stop(): Promise<void>
}

// A test that fails before it stops its pooler must not leave that behind.
const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/** A PgBouncer of 1.21 or newer, if the environment names one. */
export const pgBouncer = process.env['PGBOUNCER'] || undefined

/** Debian 12's own PgBouncer, where it is installed and older than 1.21. */
export const oldPgBouncer = findOld('/usr/sbin/pgbouncer')

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL']) || findPostgresBin() !== undefined

/** Of tests behind the former. */
export const needsPgBouncer = {
  skip: pgBouncer === undefined || !hasPostgres,
  meta: { needs: 'PgBouncer 1.21 or newer, named by PGBOUNCER, and a Postgres' },
}

/** Of tests behind the latter. */
export const needsOldPgBouncer = {
  skip: oldPgBouncer === undefined || !hasPostgres,
  meta: { needs: "Debian 12's PgBouncer (pgbouncer), and a Postgres" },
}

function findOld(binary: string): string | undefined {
  return existsSync(binary) && readMinorVersion(binary) < 21 ? binary : undefined
}

function readMinorVersion(binary: string): number {
  const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' })
  return Number(/PgBouncer 1\.(\d+)/.exec(stdout)?.[1])
}

/** What the guide has set where it is not the default yet. */
const needsSetting = (version: number): boolean => version >= 21 && version < 24

/**
 * Starts a PgBouncer in transaction mode, with its own defaults otherwise, and with what the guide adds before 1.24.
 *
 * @param target - a `postgres://` URL
 */
export async function startPgBouncer(
  binary: string,
  target: string,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<PgBouncer> {
  const url = new URL(target)
  const folder = makeServerFolder('affiliate-pgbouncer-')
  if (folder === undefined) throw new Error('There is no user who may run PgBouncer.')
  const port = await findFreePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_user: url.username,
    auth_file: 'users',
    pool_mode: 'transaction',
    logfile: 'log',
    ...(needsSetting(readMinorVersion(binary)) && { max_prepared_statements: 200 }),
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}\n`)
  const databases = `[databases]\n* = host=${url.hostname} port=${url.port}\n`
  writeFileSync(join(folder.path, 'ini'), `${databases}[pgbouncer]\n${lines.join('')}`)
  writeFileSync(join(folder.path, 'users'), `"${url.username}" ""\n`)
  const child = spawn(binary, ['--quiet', 'ini'], { cwd: folder.path, stdio: 'ignore', ...folder.user })
  living.add(child)
  child.once('exit', () => living.delete(child))
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    folder.remove()
  }
  try {
    await waitForPort(port)
  } catch (error) {
    await stop()
    throw error
  }
  url.port = String(port)
  return { url: url.href, stop }
}

async function waitForPort(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) return
    await sleep(50)
  }
  throw new Error('PgBouncer did not start.')
}
