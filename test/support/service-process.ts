import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { compiled } from './source-process.ts'

const main = fileURLToPath(new URL('../../packages/operator/src/main.ts', import.meta.url))

/** What a finished command left behind. */
export interface CommandResult {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** How to run the command: its settings, and the folder it runs in. */
export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** A file for its standard output. */
  readonly stdout?: number
}

/** Where what `serve` serves is found; without the console and the portal where they are switched off. */
interface ServedAddresses {
  readonly baseUrl: string
  readonly docsUrl: string
  readonly consoleUrl?: string
  readonly portalUrl?: string
  readonly metricsUrl: string
}

/** A command that goes on until it is stopped. */
export interface RunningCommand {
  /** Waits for the first whole line on its standard output. */
  firstLine(): Promise<string>
  /** Waits for a piece of text on its standard output and returns everything so far. */
  stdoutUntil(text: string): Promise<string>
  /** Waits until `serve` logs that it is ready, whatever it logs before, and returns what that line says. */
  ready(): Promise<ServedAddresses>
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<CommandResult>
}

/** Runs `affiliate-service` from its sources, to its end. */
export async function runCommand(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawnCommand(args, options)
  return await collect(child)
}

/** Starts `affiliate-service` from its sources. */
export function startCommand(args: readonly string[], options: CommandOptions = {}): RunningCommand {
  const child = spawnCommand(args, options)
  const result = collect(child)
  return {
    firstLine: async () => (await readUntil(child.stdout, '\n', result)).split('\n')[0] ?? '',
    stdoutUntil: (text) => readUntil(child.stdout, text, result),
    ready: async () => {
      const lines = (await readUntil(child.stderr, '"msg":"ready"}\n', result)).split('\n')
      return JSON.parse(lines.find((line) => line.endsWith('"msg":"ready"}')) ?? '')
    },
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      return await result
    },
  }
}

/** Makes a temporary folder. */
export function makeFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'affiliate-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

// A test that fails while it waits must not leave its command behind.
const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/** Starts `affiliate-service` from its sources, and leaves the rest to the caller. */
export function spawnCommand(
  args: readonly string[],
  { env = {}, cwd, stdout }: CommandOptions = {},
): ChildProcess {
  // The settings of the machine that runs the tests must not reach the command.
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['--conditions=@affiliate-platform/source', main, ...args], {
    env: { PATH, ...compiled, ...env },
    cwd,
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  })
  living.add(child)
  child.once('exit', () => living.delete(child))
  return child
}

/** Waits for a command's end. */
export async function collect(child: ChildProcess): Promise<CommandResult> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  await once(child, 'close')
  return { exitCode: child.exitCode, stdout, stderr }
}

function readUntil(
  stream: Readable | null,
  expected: string,
  result: Promise<CommandResult>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    stream?.on('data', (chunk: Buffer) => {
      text += chunk
      if (text.includes(expected)) resolve(text)
    })
    void result.then(({ stderr }) =>
      reject(new Error(`The command ended before it wrote ${expected}: ${stderr}`)),
    )
  })
}
