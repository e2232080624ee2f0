import { formatAmount } from '@affiliate-platform/contract'
import { readDatabaseTime } from '@affiliate-platform/platform/database'
import { createPayout, type PayoutCreation } from '@affiliate-platform/platform/payouts'
import type { Command } from 'commander'
import { addWorkspaceOption } from '../command-line/choose-workspace.ts'
import { addChangeCommand } from '../command-line/database-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { recordFlag } from '../command-line/record-name.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { type AmountFlags, addAmountOptions, readAmount } from './amount-options.ts'
import { addIdOption, announceId, describeTakenId, type MoneyFlags, runRepeatable } from './money-command.ts'

interface CreateFlags extends MoneyFlags, AmountFlags {
  readonly membership: string
  readonly reason: string
}

/** Adds `payouts create`. */
export function addCreatePayoutCommand(payouts: Command, terminal: Terminal): void {
  const create = addChangeCommand(payouts, 'create', {
    description: 'create a payout to a membership and print its id',
    examples: [
      'payouts create --membership "$membership" --amount 125.00 --currency USD',
      'payouts create --membership "$membership" --amount 125.00 --currency USD --id "$id"',
    ],
  })
  addAmountOptions(addIdOption(addWorkspaceOption(create)), 'what is due')
    .addOption(recordFlag('membership', 'who is paid').makeOptionMandatory())
    .option('--reason <text>', 'why it is paid by hand', parseText('--reason'), 'paid by hand')
    .action((flags: CreateFlags) => runCreate(terminal, flags))
}

async function runCreate(terminal: Terminal, flags: CreateFlags): Promise<void> {
  const amount = readAmount(flags)
  const id = announceId(terminal, flags)
  const plan = { id, membershipId: flags.membership, amount, reason: flags.reason, actor: toOperator(flags) }
  const created = await runRepeatable(terminal, flags, {
    what: 'the payout was created',
    id,
    run: async (database, workspaceId) => {
      const createdAt = await readDatabaseTime(database)
      return await createPayout(database, { ...plan, workspaceId, createdAt })
    },
  })
  if (!created.ok) throw new OperatorError(describeRejection(created))
  const money = formatAmount(amount)
  printDone(terminal, flags, {
    value: id,
    record: created.payout,
    message: created.isNew
      ? `Payout of ${money} was created.`
      : `A payout of ${money} with this id existed already. Nothing was changed.`,
  })
}

function describeRejection(creation: Extract<PayoutCreation, { ok: false }>): string {
  return creation.rejection === 'other_content'
    ? describeTakenId('payout', creation.differences)
    : 'The workspace has no such membership. See memberships list.'
}
