import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** All that a command touches outside itself. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that the command runs in. */
  readonly folder: string
  readonly fetch: typeof globalThis.fetch
  readonly write: (text: string) => void
  readonly writeError: (text: string) => void
  /** Whether a person looks at the output. */
  readonly isTerminal: boolean
  /** Asks that person a question; anything but yes is no. */
  readonly confirm: (question: string) => Promise<boolean>
  readonly now: () => number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Aborted by Ctrl-C. */
  readonly interrupted: AbortSignal
}

/** What the exit codes of all commands mean; the README lists them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  interrupted: 3,
  rejected: 4,
  unreachable: 5,
  unsupported: 6,
} as const

/** A mistake in how a command was called. Its message is shown as it is. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The process's own. */
export function createProcessIo(): CommandIo {
  const interrupt = new AbortController()
  // A second Ctrl-C ends the process as usual.
  process.once('SIGINT', () => interrupt.abort())
  process.once('SIGTERM', () => interrupt.abort())
  return {
    env: process.env,
    folder: process.cwd(),
    fetch: globalThis.fetch,
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    confirm: (question) => confirm(question, interrupt),
    now: Date.now,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    interrupted: interrupt.signal,
  }
}

async function confirm(question: string, interrupt: AbortController): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  // On a terminal, readline gets Ctrl-C before the process does.
  lines.once('SIGINT', () => interrupt.abort())
  try {
    const reply = await lines.question(`${question} [y/N] `, { signal: interrupt.signal })
    return /^y(es)?$/i.test(reply.trim())
  } catch {
    return false
  } finally {
    lines.close()
  }
}
