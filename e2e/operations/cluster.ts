// Starts several service processes on one Postgres behind a round-robin proxy, for trying out: npm run -w e2e cluster.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import '../../scripts/end-with-parent.ts'
import { startRoundRobinProxy } from './round-robin-proxy.ts'

const main = join(import.meta.dirname, '../../packages/operator/src/main.ts')
const host = '127.0.0.1'
const startTimeoutMs = 30_000

const usage = `Usage: npm run -w e2e cluster -- [--processes 2] [--port 4010]

Runs service processes on the Postgres of DATABASE_URL, on the ports after the given one, behind a proxy on that port.
With ADMIN_PORT set, the processes serve their metrics from that port on. Ctrl-C stops everything gracefully.`

interface Plan {
  readonly processes: number
  readonly port: number
}

/** The processes that were started, to be stopped whatever happens. */
const children: ChildProcess[] = []

await runCluster().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
await stopChildren()

async function runCluster(): Promise<void> {
  const plan = readPlan()
  const stopSignal = waitForSignal()
  await runMigrations()
  const ports = Array.from({ length: plan.processes }, (_, index) => plan.port + 1 + index)
  for (const [index, port] of ports.entries()) startProcess(port, index)
  const ended = Promise.race(children.map((child) => once(child, 'exit')))
  await Promise.race([Promise.all(ports.map(waitUntilReady)), ended.then(failedToStart)])
  const proxy = await startRoundRobinProxy(plan.port, ports)

  const processes = ports.map((port) => `http://${host}:${port}`)
  console.log(JSON.stringify({ baseUrl: `http://${host}:${proxy.port}`, processes }))
  await stopSignal
  const closed = proxy.close()
  await stopChildren()
  await closed
}

function readPlan(): Plan {
  const { values } = parseArgs({
    options: {
      processes: { type: 'string', default: '2' },
      port: { type: 'string', default: '4010' },
    },
  })
  const [processes, port] = [Number(values.processes), Number(values.port)]
  const isUsable = Number.isInteger(processes) && processes >= 1 && Number.isInteger(port) && port >= 1
  if (!isUsable || port + processes > 65_535) throw new Error(usage)
  if (!process.env['DATABASE_URL']) throw new Error(`DATABASE_URL is not set.\n\n${usage}`)
  return { processes, port }
}

function waitForSignal(): Promise<unknown> {
  return Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}

async function runMigrations(): Promise<void> {
  const [exitCode] = await once(spawnService(['migrate'], {}, ['ignore', 'ignore', 'inherit']), 'exit')
  if (exitCode !== 0) throw new Error('The database could not be migrated.')
}

function startProcess(port: number, index: number): void {
  const { ADMIN_PORT: metricsPort } = process.env
  const env = metricsPort ? { ADMIN_PORT: String(Number(metricsPort) + index) } : {}
  children.push(spawnService(['serve', '--host', host, '--port', String(port)], env, 'inherit'))
}

function spawnService(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stdio: 'inherit' | readonly ('ignore' | 'inherit')[],
): ChildProcess {
  return spawn(process.execPath, ['--conditions=@affiliate-platform/source', main, ...args], {
    env: { ...process.env, ...env },
    stdio: typeof stdio === 'string' ? stdio : [...stdio],
  })
}

async function waitUntilReady(port: number): Promise<void> {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const response = await fetch(`http://${host}:${port}/readyz`).catch(() => undefined)
    if (response?.ok) return
    if (performance.now() > deadline) throw new Error(`The process on port ${port} did not become ready.`)
    await sleep(100)
  }
}

function failedToStart(): never {
  throw new Error('A process ended before it was ready; its own message is above.')
}

async function stopChildren(): Promise<void> {
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const ends = running.map((child) => once(child, 'exit'))
  for (const child of running) child.kill('SIGTERM')
  await Promise.all(ends)
}
