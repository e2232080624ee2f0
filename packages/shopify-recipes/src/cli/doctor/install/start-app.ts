import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CommandIo, UsageError } from '../../io.ts'

/** How an app is started. */
export interface StartOptions {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where it is to respond. */
  readonly url: string
}

/** An app that runs. */
export interface StartedApp {
  readonly stop: () => Promise<void>
}

const startMs = 60_000
const stopMs = 3000
const pollMs = 200
const outputMax = 20_000

/** Starts an app, and waits until it responds; or says what it ended with. */
export async function startApp(
  { command: [program = '', ...words], env, url }: StartOptions,
  io: CommandIo,
): Promise<StartedApp | string> {
  if (process.platform === 'win32') {
    throw new UsageError(
      '--install starts and ends groups of processes: use it in WSL, or on macOS or Linux.',
    )
  }
  // A group of its own: npm starts a shell, and that the server.
  const child = spawn(program, words, {
    cwd: io.folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-outputMax)
    })
  }
  let isRunning = true
  const ended = once(child, 'exit')
    .catch((thrown: Error) => {
      output += `\n${thrown.name}: ${thrown.message}`
    })
    .finally(() => {
      isRunning = false
    })
  const stop = async () => {
    signalGroup(child.pid, 'SIGTERM')
    await Promise.race([ended, sleep(stopMs, undefined, { ref: false })])
    signalGroup(child.pid, 'SIGKILL')
    await ended
  }
  const untilMs = performance.now() + startMs
  while (!(await isUp(url, io))) {
    if (isRunning && performance.now() < untilMs && !io.interrupted.aborted) {
      await sleep(pollMs)
      continue
    }
    const reason = isRunning ? `does not respond at ${url} (the variable PORT)` : 'ends'
    await stop()
    // The line of the error alone: the rest may quote a secret.
    const [line] = /^\w*Error\b.*$/m.exec(output) ?? []
    return line === undefined ? reason : `${reason}: ${line}`
  }
  return { stop }
}

function signalGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // All of it has ended.
  }
}

async function isUp(url: string, io: CommandIo): Promise<boolean> {
  try {
    const signal = AbortSignal.any([io.interrupted, AbortSignal.timeout(startMs)])
    await (await io.fetch(url, { redirect: 'manual', signal })).body?.cancel()
    return true
  } catch {
    return false
  }
}
