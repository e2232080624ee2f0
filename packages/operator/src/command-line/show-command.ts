import type { Database } from '@affiliate-platform/platform/database'
import { type AddCommand, addInput, type InputPlan } from './act.ts'
import { addWorkspaceOption, type WorkspaceFlags } from './choose-workspace.ts'
import { addDatabaseCommand } from './database-command.ts'
import { describeUnknownId } from './describe-unknown-id.ts'
import { OperatorError } from './operator-error.ts'
import { printShown, type Shown } from './print-done.ts'
import { runRepeatable } from './run-repeatable.ts'
import type { Terminal } from './terminal.ts'

/** A command that shows something of one workspace. */
interface ShowPlan<Flags> extends InputPlan {
  /** What is done, such as `all payments were reported`, where something is that may be done again. */
  readonly what?: string
  /** How long the server may keep silent, for a command that reads everything. */
  readonly silenceTimeoutMs?: number
  /** Throws where the flags contradict each other, before a database is opened. */
  readonly check?: (flags: Flags) => void
  /** Without a result there is nothing to show. What is too much to be held is `printed` as it is found. */
  readonly find: (at: At<Flags>) => Promise<Shown | 'printed' | undefined>
  /** What is said where there is nothing, unless the id alone can be wrong. */
  readonly missing?: string
}

/** Where and what a command looks for; `id` is the argument. */
interface At<Flags> {
  readonly database: Database
  readonly workspaceId: string
  readonly id: string
  readonly flags: Flags
  readonly terminal: Terminal
}

/** Makes the command that shows something of one workspace. */
export function show<Flags>() {
  return (plan: ShowPlan<Flags & WorkspaceFlags>): AddCommand =>
    (noun, terminal) => {
      const command = addWorkspaceOption(addDatabaseCommand(noun, plan.name, plan))
      addInput<Flags & WorkspaceFlags>(command, plan, async ({ id, flags }) => {
        plan.check?.(flags)
        const run = async (database: Database, workspaceId: string): Promise<Shown | 'printed'> => {
          const found = await plan.find({ database, workspaceId, id, flags, terminal })
          if (found !== undefined) return found
          const unknown = { what: plan.of ?? 'record', id }
          throw new OperatorError(plan.missing ?? (await describeUnknownId(database, workspaceId, unknown)))
        }
        const { what, silenceTimeoutMs } = plan
        const shown = await runRepeatable(terminal, flags, { what, silenceTimeoutMs, run })
        if (shown !== 'printed') printShown(terminal, flags, shown)
      })
    }
}
