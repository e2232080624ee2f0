// A primary and a synchronous standby on this machine, behind a proxy that can be switched over, for trying out.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort, findPostgres, host, listen, makeServerFolder } from './local-servers.ts'

/** Two servers of which one follows the other. */
export interface FailoverCluster {
  /** The URL through the proxy: it stays, whichever server is behind it. */
  readonly url: string
  /** Waits until the standby confirms each commit before the client hears of it. */
  waitUntilSynchronous(): Promise<void>
  /** Ends the primary as a crash would; when this returns, the standby is the primary. */
  failOver(): Promise<void>
  stop(): void
}

/**
 * Starts the cluster with the newest installed Postgres, as the `postgres` user where this process is root.
 *
 * @throws when there is none
 */
export async function startStandbyCluster(): Promise<FailoverCluster> {
  const bin = findPostgres()
  const { folder, identity } = makeServerFolder('affiliate-ha-')
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
    waitUntilSynchronous: async () => {
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
