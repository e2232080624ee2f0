import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { folder } from './folder.ts'
import type { Host } from './host.ts'
import { findFreePort } from './listen.ts'

/** An app that runs in a process of its own, under its own server. */
export interface AppProcess {
  readonly url: string
  readonly isRunning: () => boolean
  /** What it has printed so far. */
  readonly log: () => string
  /** Sets how far its clock is ahead of this process's. */
  readonly moveClock: (aheadMs: number) => Promise<void>
  readonly stop: () => Promise<void>
}

const stopMs = 3000

// A run that is cut short leaves no server behind.
const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/** Starts the host's server, and resolves when it responds. */
export async function startApp(
  host: Host,
  environment: Readonly<Record<string, string>>,
): Promise<AppProcess> {
  const port = await findFreePort()
  const preload = resolve(folder, 'shared/redirect-shopify.js')
  const child = spawn(host.node, [`--import=${preload}`, ...host.command], {
    cwd: resolve(folder, 'apps', host.app),
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      ...host.environment,
      ...environment,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  living.add(child)
  child.once('exit', () => living.delete(child))
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const started = {
    url: `http://127.0.0.1:${port}`,
    isRunning,
    log: () => log,
    moveClock: async (aheadMs: number) => {
      const isMoved = once(child, 'message')
      child.send(aheadMs)
      await isMoved
    },
    stop: async () => {
      if (!isRunning()) return
      child.kill('SIGTERM')
      // Some servers wait for connections that nobody closes.
      const kill = setTimeout(() => child.kill('SIGKILL'), stopMs)
      await once(child, 'exit')
      clearTimeout(kill)
    },
  }
  for (let attempt = 0; !(await isUp(started.url)); attempt += 1) {
    if (!isRunning() || attempt > 300) {
      await started.stop()
      throw new Error(`${host.name} does not start:\n${log}`)
    }
    await sleep(100)
  }
  return started
}

async function isUp(url: string): Promise<boolean> {
  try {
    await (await fetch(`${url}/ready`)).arrayBuffer()
    return true
  } catch {
    return false
  }
}
