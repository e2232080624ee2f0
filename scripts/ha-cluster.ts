// A primary and a synchronous standby on this machine, behind a proxy that can be switched over, for trying out.
import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Where everything of a demonstration listens. */
export const host = '127.0.0.1'

/** Two servers of which one follows the other. */
export interface HaCluster {
  /** The URL through the proxy: it stays, whichever server is behind it. */
  readonly url: string
  /** Waits until the standby confirms each commit before the client hears of it. */
  waitUntilSynchronous(): void
  /** Ends the primary as a crash would, promotes the standby and switches the proxy over. */
  failOver(): Promise<void>
  stop(): void
}

/**
 * Starts the cluster with the newest installed Postgres, as the `postgres` user where this process is root.
 *
 * @throws when there is none
 */
export async function startHaCluster(): Promise<HaCluster> {
  const bin = findPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-ha-'))
  const identity = readIdentity()
  if (identity.uid !== undefined && identity.gid !== undefined) chownSync(folder, identity.uid, identity.gid)
  const run = (command: string, args: readonly string[]): string =>
    execFileSync(join(bin, command), [...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      ...identity,
    })
  const [primaryPort, standbyPort] = [await findFreePort(), await findFreePort()]
  const control = (name: string, ...args: readonly string[]): string =>
    run('pg_ctl', ['-D', join(folder, name), ...args])
  const start = (name: string, port: number): string => {
    const settings = `-p ${port} -k ${folder} -c listen_addresses=${host} -c max_connections=50`
    return control(name, '-w', '-l', join(folder, `${name}.log`), '-o', settings, 'start')
  }
  const ask = (sql: string): string =>
    run('psql', ['-h', host, '-p', String(primaryPort), '-U', 'app', '-d', 'postgres', '-Atc', sql]).trim()

  run('initdb', ['-D', join(folder, 'primary'), '-A', 'trust', '-U', 'app', '-E', 'UTF8', '--locale=C'])
  start('primary', primaryPort)
  const source = `host=${host} port=${primaryPort} user=app application_name=standby`
  run('pg_basebackup', [
    '-D',
    join(folder, 'standby'),
    '-d',
    source,
    '--write-recovery-conf',
    '--checkpoint=fast',
  ])
  start('standby', standbyPort)
  // From here on a commit is acknowledged when the standby has it on its disk. Only the primary is told: once promoted,
  // the standby waits for nobody.
  ask(`alter system set synchronous_standby_names = 'standby'`)
  ask('select pg_reload_conf()')
  const proxy = await startSwitchingProxy(primaryPort)
  return {
    url: `postgres://app@${host}:${proxy.port}/postgres`,
    waitUntilSynchronous: () => {
      while (ask('select sync_state from pg_stat_replication') !== 'sync') ask('select pg_sleep(0.1)')
    },
    failOver: async () => {
      // Nothing waits for it: clients go on sending, to nobody.
      const pgControl = (...args: readonly string[]) =>
        promisify(execFile)(join(bin, 'pg_ctl'), [...args], { cwd: folder, ...identity })
      await pgControl('-D', join(folder, 'primary'), '-m', 'immediate', 'stop')
      await pgControl('-D', join(folder, 'standby'), '-w', 'promote')
      proxy.switchTo(standbyPort)
    },
    stop: () => {
      proxy.close()
      for (const name of ['primary', 'standby']) {
        if (existsSync(join(folder, name, 'postmaster.pid'))) control(name, '-m', 'immediate', 'stop')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The programs of the newest installed Postgres. */
export function findPostgres(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).map(Number) : []
  const newest = Math.max(...versions)
  if (versions.length === 0)
    throw new Error(`There is no Postgres in ${root}. On Debian: apt-get install postgresql.`)
  return join(root, String(newest), 'bin')
}

/** Whom servers run as: Postgres will not run as root. */
export function readIdentity(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

interface SwitchingProxy {
  readonly port: number
  switchTo(target: number): void
  close(): void
}

/** What a virtual address or HAProxy does: connections go to one server, and end when it is another one. */
async function startSwitchingProxy(first: number): Promise<SwitchingProxy> {
  let target = first
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, host)
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket)
          client.destroy()
          upstream.destroy()
        })
    }
  })
  const port = await listen(server)
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    switchTo: (next) => {
      target = next
      endAll()
    },
    close: () => {
      endAll()
      server.close()
    },
  }
}

/** A port that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}
