import { formatAmount } from '@affiliate-platform/contract'
import { createPayout, type PayoutCreation } from '@affiliate-platform/platform/payouts'
import { flag } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { type AmountFlags, amountOptions, readAmount } from './amount-options.ts'
import { chooseId, describeTakenId, idOption, type MoneyFlags } from './money-command.ts'

interface CreateFlags extends MoneyFlags, AmountFlags {
  readonly membership: string
  readonly reason: string
}

export const payoutCreateCommand = change<CreateFlags>()({
  name: 'create',
  description: 'create a payout to a membership and print its id',
  examples: [
    'payouts create --membership "$membership" --amount 125.00 --currency USD',
    'payouts create --membership "$membership" --amount 125.00 --currency USD --id "$id"',
  ],
  options: [
    idOption,
    ...amountOptions('what is due'),
    recordFlag('membership', 'who is paid').makeOptionMandatory(),
    flag('--reason <text>', 'why it is created by hand', parseText).default('payout by hand'),
  ],
  toChange: ({ flags, actor }) => {
    const amount = readAmount(flags)
    const id = chooseId(flags)
    const plan = { id, membershipId: flags.membership, amount, reason: flags.reason, actor }
    return {
      what: 'the payout was created',
      id,
      run: async (database, workspaceId) => {
        const created = await createPayout(database, { ...plan, workspaceId })
        if (!created.ok) throw new OperatorError(describeRejection(created))
        const money = formatAmount(amount)
        const message = created.isNew
          ? `Payout of ${money} was created.`
          : `A payout of ${money} with this id already existed. Nothing was changed.`
        return { value: id, record: created.payout, message }
      },
    }
  },
})

function describeRejection(creation: Extract<PayoutCreation, { ok: false }>): string {
  return creation.rejection === 'other_content'
    ? describeTakenId('payout', creation)
    : 'The workspace has no such membership. See memberships list.'
}
