import { formatAmount } from '@affiliate-platform/contract'
import type { Command } from 'commander'
import { newId } from '../access/new-id.ts'
import { insertPayout } from '../payouts/insert-payout.ts'
import { type AmountFlags, addAmountOptions, readAmount } from './amount-options.ts'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from './choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from './database-command.ts'
import { OperatorError } from './operator-error.ts'
import { parseId } from './parse-value.ts'
import { printDone } from './print-done.ts'
import type { Terminal } from './terminal.ts'

interface CreateFlags extends WorkspaceFlags, AmountFlags {
  readonly membership: string
}

/** Adds `payouts create`. */
export function addCreatePayoutCommand(payouts: Command, terminal: Terminal): void {
  const create = addDatabaseCommand(payouts, 'create', {
    description: 'create a payout to a membership and print its id',
    examples: ['payouts create --membership "$membership" --amount 125.00 --currency USD'],
  })
  addAmountOptions(addWorkspaceOption(create), 'what is due')
    .requiredOption('--membership <id>', 'who is paid', parseId('--membership'))
    .action((flags: CreateFlags) => createPayout(terminal, flags))
}

async function createPayout(terminal: Terminal, flags: CreateFlags): Promise<void> {
  const { membership: membershipId } = flags
  const amount = readAmount(flags)
  const createdAt = new Date()
  const created = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    return await insertPayout(database, { id: newId(), workspaceId, membershipId, amount, createdAt })
  })
  if (created === undefined)
    throw new OperatorError('The workspace has no such membership. See memberships list.')
  printDone(terminal, flags, {
    value: created.id,
    record: { ...created, ...amount, createdAt },
    message: `Payout of ${formatAmount(amount)} was created.`,
  })
}
