import { openDatabase } from '@affiliate-platform/platform/database'
import { expect, inject } from 'vitest'
import { runCommand } from '../src/run-command.ts'

/** What a command left behind. */
interface Outcome {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Commands on one database, run inside this process: a hundred of them take the time of three processes. */
export interface CommandLine {
  /** Runs a command line, split at blanks; words with blanks of their own are given beside it. */
  run(line: string, ...words: readonly string[]): Promise<Outcome>
  /** Runs a command that has to succeed, and returns the id or key that it prints. */
  value(line: string, ...words: readonly string[]): Promise<string>
  /** Runs a command that has to succeed with `--json`, and returns the document. */
  json(line: string, ...words: readonly string[]): Promise<unknown>
  /** Runs a command that has to fail with nothing on standard output, and returns what it says. */
  rejection(line: string, exitCode: number): Promise<string>
}

/** A command line with an environment of its own, on a terminal of so many columns if it is one. */
export function createCommandLine(env: Readonly<Record<string, string>>, columns?: number): CommandLine {
  const run: CommandLine['run'] = async (line, ...words) => {
    let stdout = ''
    let stderr = ''
    const exitCode = await runCommand([...line.split(' '), ...words], {
      env,
      columns,
      writeData: (text) => {
        stdout += text
      },
      writeMessage: (text) => {
        stderr += text
      },
    })
    return { exitCode, stdout, stderr }
  }
  const succeed: CommandLine['value'] = async (line, ...words) => {
    const { exitCode, stdout, stderr } = await run(line, ...words)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) })
    return stdout.trim()
  }
  return {
    run,
    value: succeed,
    json: async (line, ...words): Promise<unknown> => JSON.parse(await succeed(line, '--json', ...words)),
    rejection: async (line, exitCode) => {
      const outcome = await run(line)
      expect(outcome).toEqual({ exitCode, stdout: '', stderr: expect.any(String) })
      return outcome.stderr
    },
  }
}

/**
 * Creates a database without tables on the real Postgres.
 *
 * @param options - of `create database`
 * @returns its URL
 */
export async function createEmptyDatabase(options = ''): Promise<string> {
  const url = new URL(inject('directPostgresUrl'))
  const server = await openDatabase({ url: url.href })
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`
  await server.query({ name: 'create_empty', text: `create database ${name} ${options}` }, [])
  await server.close()
  url.pathname = `/${name}`
  return url.href
}

/** A command line on a real Postgres that is migrated and has no rows. */
export async function createEmptyPlatform(): Promise<CommandLine> {
  const line = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })
  await line.value('migrate')
  return line
}

/** What a command said but for how far it was, which only a slow machine is told. */
export const withoutProgress = (stderr: string): string => stderr.replace(/^.* …\n/gm, '')
