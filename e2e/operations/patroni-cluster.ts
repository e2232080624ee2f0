// Two Postgres under Patroni, with etcd and HAProxy, on this machine, for trying out. Debian's packages have all of it.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, findPostgres, host, makeServerFolder } from './local-servers.ts'
import type { FailoverCluster } from './standby-cluster.ts'

const programs = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' }
const packages = 'patroni python3-etcd etcd-server haproxy'

const startTimeoutMs = 120_000

interface Node {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly data: string
}

/**
 * Starts the cluster: one etcd, two nodes in synchronous mode, and HAProxy before whichever leads.
 *
 * @throws when one of the programs is not installed
 */
export async function startPatroniCluster(): Promise<FailoverCluster> {
  if (!Object.values(programs).every((program) => existsSync(program)))
    throw new Error(`--patroni needs Debian's packages: apt-get install ${packages}`)
  const bin = findPostgres()
  const { folder, identity } = makeServerFolder('affiliate-patroni-')
  const children: ChildProcess[] = []
  const start = (program: keyof typeof programs, ...args: readonly string[]): ChildProcess => {
    const child = spawn(programs[program], [...args], { cwd: folder, stdio: 'ignore', ...identity })
    children.push(child)
    return child
  }
  const [etcdPort, peerPort, proxyPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const nodes = [await planNode('one', folder), await planNode('two', folder)] as const
  const runNode = (node: Node): ChildProcess => {
    const file = join(folder, `${node.name}.yml`)
    writeFileSync(file, toPatroniSettings(node, { bin, folder, etcdPort }))
    return start('patroni', file)
  }
  const stop = (): void => {
    for (const child of children) child.kill('SIGKILL')
    for (const node of nodes) killPostgres(node)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  try {
    const [clients, peers] = [`http://${host}:${etcdPort}`, `http://${host}:${peerPort}`]
    const etcdArgs = {
      'listen-client-urls': clients,
      'advertise-client-urls': clients,
      'listen-peer-urls': peers,
    }
    const flags = Object.entries(etcdArgs).flatMap(([name, value]) => [`--${name}`, value])
    start('etcd', '--data-dir', join(folder, 'etcd'), ...flags)
    const [first, second] = nodes
    const leader = runNode(first)
    await waitFor(() => leads(first))
    runNode(second)
    writeFileSync(join(folder, 'haproxy.cfg'), toProxySettings(nodes, proxyPort))
    start('haproxy', '-db', '-f', join(folder, 'haproxy.cfg'))
    await waitFor(() => isSynchronous(first))
    return {
      url: `postgres://app@${host}:${proxyPort}/postgres`,
      waitUntilSynchronous: () => waitFor(() => isSynchronous(first)),
      failOver: async () => {
        // As if its machine were gone: nobody says goodbye to anybody.
        leader.kill('SIGKILL')
        killPostgres(first)
        await waitFor(() => leads(second))
      },
      stop,
    }
  } catch (error) {
    stop()
    throw error
  }
}

async function planNode(name: string, folder: string): Promise<Node> {
  return { name, port: await findFreePort(), restPort: await findFreePort(), data: join(folder, name) }
}

interface Places {
  readonly bin: string
  readonly folder: string
  readonly etcdPort: number
}

/** The settings of a node. Patroni reads YAML, of which JSON is a part. */
function toPatroniSettings(node: Node, { bin, folder, etcdPort }: Places): string {
  const [rest, address] = [`${host}:${node.restPort}`, `${host}:${node.port}`]
  return JSON.stringify({
    scope: 'affiliate',
    name: node.name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `${host}:${etcdPort}` },
    bootstrap: {
      // 20 s are the least that Patroni takes: so long a lost leader still counts as one.
      dcs: { ttl: 20, loop_wait: 5, retry_timeout: 5, synchronous_mode: true },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: node.data,
      bin_dir: bin,
      pgpass: join(folder, `${node.name}.pgpass`),
      authentication: { superuser: { username: 'app' }, replication: { username: 'app' } },
      parameters: { unix_socket_directories: folder, max_connections: 50 },
      pg_hba: [
        'local all all trust',
        `host all all ${host}/32 trust`,
        `host replication all ${host}/32 trust`,
      ],
    },
  })
}

function toProxySettings(nodes: readonly Node[], port: number): string {
  const servers = nodes.map(
    ({ name, port, restPort }) => `  server ${name} ${host}:${port} check port ${restPort}`,
  )
  return `global
  maxconn 200
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
listen leader
  bind ${host}:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

const leads = async ({ restPort }: Node): Promise<boolean> =>
  (await fetch(`http://${host}:${restPort}/primary`)).status === 200

async function isSynchronous({ restPort }: Node): Promise<boolean> {
  const cluster = Object(await (await fetch(`http://${host}:${restPort}/cluster`)).json())
  return JSON.stringify(cluster.members).includes('"sync_standby"')
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + startTimeoutMs
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadlineMs) throw new Error('The cluster of Patroni did not come about in time.')
    await sleep(100)
  }
}

/** Ends a server the hard way: its processes notice that the first of them is gone, and end. */
function killPostgres({ data }: Node): void {
  const file = join(data, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
