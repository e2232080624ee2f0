import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

/** Where processes of the tests keep what Node has compiled: starting one again takes half of its computing. */
export const compiled = {
  NODE_COMPILE_CACHE: fileURLToPath(
    new URL('../../node_modules/.cache/affiliate-platform/compiled', import.meta.url),
  ),
}

/** A script of the tests that runs in a process of its own. */
export interface SourceProcess {
  readonly child: ChildProcessWithoutNullStreams
  /** The next line on its standard output; `undefined` when it has ended. */
  nextLine(): Promise<string | undefined>
  /** Kills it without any chance to clean up, and waits for its end. */
  kill(): Promise<void>
  /** Ends its input and waits for its end. */
  end(): Promise<void>
}

/** Runs a TypeScript file: the bundle that the run has made of it, or else its source. */
export function startSource(file: URL, args: readonly string[]): SourceProcess {
  const source = fileURLToPath(file)
  const bundle = join(inject('bundledProcesses'), basename(source).replace(/\.ts$/, '.mjs'))
  const script = existsSync(bundle) ? bundle : source
  const child = spawn(process.execPath, ['--conditions=@affiliate-platform/source', script, ...args], {
    env: { ...process.env, ...compiled },
    stdio: 'pipe',
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    nextLine: async () => {
      const { value, done } = await lines.next()
      return done ? undefined : value
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    end: async () => {
      child.stdin.end()
      await ended
    },
  }
}
