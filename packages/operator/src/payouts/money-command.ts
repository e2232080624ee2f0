import type { Database } from '@affiliate-platform/platform/database'
import { CommitUnknownError, newId } from '@affiliate-platform/platform/database'
import type { Command } from 'commander'
import { chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { runOnDatabase } from '../command-line/database-command.ts'
import { OutcomeUnknownError } from '../command-line/operator-error.ts'
import { parseId } from '../command-line/parse-value.ts'
import type { Terminal } from '../command-line/terminal.ts'

/** The flags of a command that moves money, and adds a record with an id. */
export interface MoneyFlags extends WorkspaceFlags {
  readonly id?: string
  /** Does also what is mostly a mistake. */
  readonly yes?: boolean
}

/** Adds `--id`. */
export function addIdOption(command: Command): Command {
  return command.option(
    '--id <uuid>',
    'id of the new record; the same command with the same id does nothing twice (default: a new one, printed first)',
    parseId('--id'),
  )
}

/** Adds `--yes`. */
export function addYesOption(command: Command, what: string): Command {
  return command.option('--yes', `do it even if it looks like a mistake: ${what}`)
}

/** The id of what is to be added: the one that the flags name, or a new one, which is printed. */
export function announceId(terminal: Terminal, { id }: MoneyFlags): string {
  if (id !== undefined) return id
  const made = newId()
  // Before anything is sent: whoever loses the response has the id already (D71).
  terminal.writeMessage(`If this is interrupted, run the same command again with --id ${made}\n`)
  return made
}

/** What the operator is told of an id that belongs to another record of the workspace. */
export function describeTakenId(what: string, differences: readonly string[]): string {
  const verb = differences.length === 1 ? 'differs' : 'differ'
  return `There is another ${what} with this id: its ${differences.join(' and ')} ${verb}. Nothing was changed. See payouts show.`
}

/** A change that may be run again. */
export interface RepeatableChange<T> {
  /** What is done, such as `the payout was created`. */
  readonly what: string
  /** The id that the command takes when it is run again, if it takes one. */
  readonly id?: string | undefined
  readonly run: (database: Database, workspaceId: string) => Promise<T>
}

/**
 * Runs a change that is harmless when it is run again, in the workspace that the flags name.
 *
 * @throws OutcomeUnknownError when the connection was lost while the change was being saved
 */
export async function runRepeatable<T>(
  terminal: Terminal,
  flags: WorkspaceFlags,
  { what, id, run }: RepeatableChange<T>,
): Promise<T> {
  try {
    return await runOnDatabase(
      terminal,
      flags,
      async (database) => await run(database, await chooseWorkspace(database, flags)),
    )
  } catch (error) {
    if (!(error instanceof CommitUnknownError)) throw error
    const again = id === undefined ? 'again' : `again with --id ${id}`
    throw new OutcomeUnknownError(
      `It is unknown whether ${what}: the connection to the database was lost while it was being saved. Run the same command ${again}: it finds out, and nothing happens twice.`,
      { cause: error },
    )
  }
}
