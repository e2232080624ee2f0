import { newId } from '@affiliate-platform/platform/database'
import { insertMembershipState, membershipStates } from '@affiliate-platform/platform/memberships'
import { Argument, type Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId, parseText } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import type { Terminal } from '../command-line/terminal.ts'

type State = (typeof membershipStates)[number]

interface StateFlags extends WorkspaceFlags {
  readonly reason: string
}

/** Adds `memberships set-state`. */
export function addMembershipStateCommand(memberships: Command, terminal: Terminal): void {
  const command = addChangeCommand(memberships, 'set-state', {
    description: 'suspend or close a membership, or make it active again; what it earned stays due',
    examples: [
      `memberships set-state "$membership" suspended --reason 'Documents missing'`,
      `memberships set-state "$membership" active --reason 'Documents have come'`,
    ],
  })
  addWorkspaceOption(command)
    .argument('<membership>', 'id of the membership', parseId('<membership>'))
    .addArgument(new Argument('<state>', 'the state from now on').choices(membershipStates))
    .requiredOption('--reason <text>', 'why', parseText('--reason'))
    .action((membershipId: string, state: State, flags: StateFlags) =>
      setState(terminal, { membershipId, state }, flags),
    )
}

async function setState(
  terminal: Terminal,
  said: { readonly membershipId: string; readonly state: State },
  flags: StateFlags,
): Promise<void> {
  const { reason } = flags
  const isMember = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    return await insertMembershipState(database, { ...said, reason, id: newId(), workspaceId })
  })
  if (!isMember) throw new OperatorError('The workspace has no such membership. See memberships list.')
  const { membershipId, state } = said
  printDone(terminal, flags, {
    value: membershipId,
    record: { membershipId, state, reason },
    message: `The membership is ${state} from now on.`,
  })
}
