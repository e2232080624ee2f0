import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A database server of this machine, in a temporary folder of its own. */
export interface LocalServer extends AsyncDisposable {
  readonly port: number
}

const redis = '/usr/bin/redis-server'
const mariadb = '/usr/sbin/mariadbd'

/** Which servers are installed here. Tests on the others are shown as skipped. */
export const isInstalled = { redis: existsSync(redis), mariadb: existsSync(mariadb) }

export function startRedis(): Promise<LocalServer> {
  return start(redis, ({ folder, port }) => [
    ...['--port', port, '--bind', '127.0.0.1', '--dir', folder],
    ...['--save', '', '--maxmemory-policy', 'noeviction'],
  ])
}

/** Its user is `root`, without a password. */
export function startMariaDb(): Promise<LocalServer> {
  return start(mariadb, ({ folder, port }) => {
    const shared = ['--no-defaults', `--datadir=${folder}/data`, '--user=root']
    const made = spawnSync('mariadb-install-db', [...shared, '--auth-root-authentication-method=normal'])
    if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stderr}`)
    return [
      ...[...shared, `--port=${port}`, '--bind-address=127.0.0.1', `--socket=${folder}/socket`],
      ...[`--pid-file=${folder}/pid`, '--innodb-flush-log-at-trx-commit=0', '--skip-log-bin'],
    ]
  })
}

type Place = { readonly folder: string; readonly port: string }

async function start(command: string, toWords: (place: Place) => readonly string[]): Promise<LocalServer> {
  const folder = await mkdtemp(join(tmpdir(), 'recipes-server-'))
  const port = await findFreePort()
  const child = spawn(command, toWords({ folder, port: String(port) }), { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // It runs beside this process and would outlive it.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await waitForPort(port, () => child.exitCode === null)
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      process.off('exit', kill)
      kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function waitForPort(port: number, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server ended before it listened.')
}
