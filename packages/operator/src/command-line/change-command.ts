import { type AddCommand, addInput, type Input, type InputPlan } from './act.ts'
import { addWorkspaceOption, type WorkspaceFlags } from './choose-workspace.ts'
import { addChangeCommand } from './database-command.ts'
import { toOperator } from './operator.ts'
import { type Done, printDone } from './print-done.ts'
import { type RepeatableChange, runRepeatable } from './run-repeatable.ts'
import type { Terminal } from './terminal.ts'

/** A change within one workspace that says more, or takes more, than the record that it is made to. */
interface ChangePlan<Flags> extends InputPlan {
  /** Reads what was given, and throws where it contradicts itself, before a database is opened. */
  readonly toChange: (given: Given<Flags>) => RepeatableChange<Done> | Promise<RepeatableChange<Done>>
}

/** What a command was given, and by whom. */
interface Given<Flags> extends Input<Flags> {
  /** Who does it, such as `operator:mia` (D65). */
  readonly actor: string
  readonly terminal: Terminal
}

/** Makes the command of such a change. */
export function change<Flags>() {
  return (plan: ChangePlan<Flags & WorkspaceFlags>): AddCommand =>
    (noun, terminal) => {
      const command = addWorkspaceOption(addChangeCommand(noun, plan.name, plan))
      addInput<Flags & WorkspaceFlags>(command, plan, async (input) => {
        const { flags } = input
        const order = await plan.toChange({ ...input, actor: toOperator(flags), terminal })
        printDone(terminal, flags, await runRepeatable(terminal, flags, order))
      })
    }
}
