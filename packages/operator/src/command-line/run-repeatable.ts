import { CommitUnknownError, type Database } from '@affiliate-platform/platform/database'
import { chooseWorkspace, type WorkspaceFlags } from './choose-workspace.ts'
import { runOnDatabase } from './database-command.ts'
import { OutcomeUnknownError } from './operator-error.ts'
import { tellWhenInterrupted } from './tell-when-interrupted.ts'
import type { Terminal } from './terminal.ts'

export interface RepeatableChange<T> {
  /** What is done, such as `the payout was created`, by a change that may be run again. */
  readonly what?: string | undefined
  /** The id that the command takes when it is run again, if it takes one. */
  readonly id?: string | undefined
  /** How long the server may keep silent, for a change that takes long. */
  readonly silenceTimeoutMs?: number | undefined
  readonly run: (database: Database, workspaceId: string) => Promise<T>
}

/**
 * Runs a change in the workspace that the flags name.
 *
 * @throws OutcomeUnknownError when the connection was lost while a change that may be run again was being saved
 */
export async function runRepeatable<T>(
  terminal: Terminal,
  flags: WorkspaceFlags,
  { what, id, silenceTimeoutMs, run }: RepeatableChange<T>,
): Promise<T> {
  const stop = id === undefined ? undefined : tellWhenInterrupted(terminal, `with --id ${id}`)
  try {
    return await runOnDatabase(terminal, { ...flags, silenceTimeoutMs }, async (database) =>
      run(database, await chooseWorkspace(database, flags)),
    )
  } catch (error) {
    if (what === undefined || !(error instanceof CommitUnknownError)) throw error
    const again = id === undefined ? 'again' : `again with --id ${id}`
    throw new OutcomeUnknownError(
      `It is unknown whether ${what}: the connection to the database was lost while it was being saved. Run the same command ${again}: it finds out, and does nothing twice.`,
      { cause: error },
    )
  } finally {
    stop?.()
  }
}
