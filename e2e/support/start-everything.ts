import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const script = resolve(root, 'scripts/start.ts')
const readyMs = 240_000

/** What `npm start` runs. */
export interface Everything {
  readonly child: ChildProcess
  /** Its standard output so far. */
  readonly output: () => string
  /** Waits until it has printed something, wherever. */
  readonly waitFor: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Ends it as Ctrl-C does, and resolves to its exit code. */
  readonly stop: () => Promise<number | null>
}

/** Runs what `npm start` runs, on free ports and with nothing on disk. */
export function startEverything(
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Everything {
  return follow([process.execPath, script, '--ephemeral', '--port', '0', ...flags], environment)
}

/** Runs the same on an empty database of a server. */
export function startOnDatabase(url: string): Everything {
  return follow([process.execPath, script, '--port', '0'], { DATABASE_URL: url })
}

/** Runs `npm start` itself, on free ports and with nothing on disk: the child is npm, and leads a process group. */
export function startByNpm(): Everything {
  return follow(['npm', 'start', '--', '--ephemeral', '--port', '0'], {})
}

function follow(
  [command, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Everything {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined, APP_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // As in a terminal, where Ctrl-C reaches a whole group.
    detached: true,
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  let text = ''
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    text += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return {
    child,
    output: () => output,
    waitFor: async (pattern) => {
      const deadline = AbortSignal.timeout(readyMs)
      for (;;) {
        const found = pattern.exec(text)
        if (found !== null) return found
        if (deadline.aborted || hasEnded()) throw new Error(`It never printed ${pattern}:\n${text}`)
        const more = [once(child.stdout, 'data'), once(child.stderr, 'data')]
        await Promise.race([...more, once(child, 'exit'), once(deadline, 'abort')])
      }
    },
    stop: async () => {
      if (hasEnded()) return child.exitCode
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
  }
}
