import type { Command } from 'commander'
import { newId } from '../access/new-id.ts'
import { insertPayout } from '../payouts/insert-payout.ts'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from './choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from './database-command.ts'
import { OperatorError } from './operator-error.ts'
import { parseAmount, parseCurrency, parseId } from './parse-value.ts'
import { printDone } from './print-done.ts'
import type { Terminal } from './terminal.ts'

interface CreateFlags extends WorkspaceFlags {
  readonly membership: string
  readonly amount: string
  readonly currency: string
}

/** Adds `payouts create`. */
export function addCreatePayoutCommand(payouts: Command, terminal: Terminal): void {
  const create = addDatabaseCommand(payouts, 'create', {
    description: 'create a payout to a membership and print its id',
    examples: ['payouts create --membership "$membership" --amount 12500 --currency USD'],
  })
  addWorkspaceOption(create)
    .requiredOption('--membership <id>', 'who is paid', parseId('--membership'))
    .requiredOption(
      '--amount <digits>',
      'amount in minor units: 12500 is 125.00 USD',
      parseAmount('--amount'),
    )
    .requiredOption('--currency <code>', 'currency, such as USD', parseCurrency('--currency'))
    .action((flags: CreateFlags) => createPayout(terminal, flags))
}

async function createPayout(terminal: Terminal, flags: CreateFlags): Promise<void> {
  const { membership: membershipId, amount: amountMinor, currency } = flags
  const amount = { amountMinor, currency }
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
    message: `Payout of ${amountMinor} ${currency} was created.`,
  })
}
