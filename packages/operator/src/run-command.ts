import { CommitUnknownError } from '@affiliate-platform/platform/database'
import { SettingsError } from '@affiliate-platform/service'
import { CommanderError } from 'commander'
import { buildProgram } from './build-program.ts'
import { describeFailure } from './command-line/describe-failure.ts'
import { describeMisspelt } from './command-line/misspelt-settings.ts'
import { OutcomeUnknownError, UsageError } from './command-line/operator-error.ts'
import type { Terminal } from './command-line/terminal.ts'

/** What the command's exit code says. */
const exitCodes = { done: 0, failed: 1, usage: 2, unknown: 3 } as const

/** Runs `affiliate-service` with its arguments and returns its exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    // Commander's own `help` leads to the first word alone.
    const [first, ...rest] = args
    const line = first === 'help' ? [...rest, '--help'] : [...args]
    await buildProgram(terminal).parseAsync(line, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    // It has printed its own message; asking for help is no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    for (const line of [describeFailure(error), ...describeMisspelt(terminal.env)]) {
      terminal.writeMessage(`${line}\n`)
    }
    return toExitCode(error)
  }
}

function toExitCode(error: unknown): number {
  if (error instanceof SettingsError || error instanceof UsageError) return exitCodes.usage
  const isUnknown = error instanceof OutcomeUnknownError || error instanceof CommitUnknownError
  return isUnknown ? exitCodes.unknown : exitCodes.failed
}
