import { directCauses, formatAmount } from '@affiliate-platform/contract'
import { formatMinor } from '@affiliate-platform/platform/csv'
import {
  type Debt,
  type DebtFactKind,
  listDebts,
  recordDebtFact,
  undoDebtFact,
} from '@affiliate-platform/platform/debts'
import { type AddCommand, act, type NounPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import type { WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { list } from '../command-line/list-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { isId, parseText } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { type AmountFlags, amountOptions, readAmount } from '../payouts/amount-options.ts'
import { chooseId, describeTakenId, idOption, type MoneyFlags } from '../payouts/money-command.ts'
import { formatSum } from '../payouts/signed-money.ts'

interface FactFlags extends MoneyFlags, AmountFlags {
  readonly membership: string
  readonly reason: string
}

const why = required('--reason <text>', 'why', parseText)

/** A command that adds an entry by hand. */
interface FactPlan {
  readonly name: string
  readonly description: string
  readonly example: string
  readonly amount: string
  /** What was done, to follow an amount. */
  readonly done: string
}

function recorder(kind: DebtFactKind, { name, description, example, amount, done }: FactPlan): AddCommand {
  return change<FactFlags>()({
    name,
    description,
    examples: [
      `debts ${name} --membership "$membership" --amount 20.00 --currency USD --reason '${example}'`,
    ],
    options: [
      idOption,
      ...amountOptions(amount),
      recordFlag('membership', 'whose').makeOptionMandatory(),
      why,
    ],
    toChange: ({ flags, actor }) => {
      const money = readAmount(flags)
      const id = chooseId(flags)
      const plan = { id, kind, membershipId: flags.membership, amount: money, reason: flags.reason, actor }
      return {
        what: `${formatAmount(money)} ${done}`,
        id,
        run: async (database, workspaceId) => {
          const recorded = await recordDebtFact(database, { ...plan, workspaceId })
          if (!recorded.ok) throw new OperatorError(describeRejection(recorded))
          const balance = formatSum(BigInt(recorded.fact.balanceMinor), money.currency)
          const message = recorded.isNew
            ? `${formatAmount(money)} ${done}. In no payout: ${balance}.`
            : `This is already recorded. Nothing was changed. In no payout: ${balance}.`
          return { value: id, record: recorded.fact, message }
        },
      }
    },
  })
}

function describeRejection(
  recorded: Extract<Awaited<ReturnType<typeof recordDebtFact>>, { ok: false }>,
): string {
  if (recorded.rejection === 'other_content') return describeTakenId('commission', recorded)
  if (recorded.rejection === 'unknown_membership') {
    return 'The workspace has no such membership. See memberships list.'
  }
  return `The membership owes ${formatAmount(recorded.owed)} in this currency, held amounts included. See debts list.`
}

const listCommand = list()({
  description: 'list what members owe: more was taken back than they have coming, held amounts included',
  examples: ['debts list', 'debts list --csv'],
  parseAfter: (name) => (text) => {
    const [membershipId = '', currency = ''] = text.split('/')
    if (isId(membershipId) && /^[A-Z]{3}$/.test(currency)) return text
    throw new UsageError(`${name}: What the previous list printed.`)
  },
  find: ({ database, workspaceId, page }) => listDebts(database, workspaceId, page),
  toAfter: ({ membershipId, currency }) => `${membershipId}/${currency}`,
  first: ['memberName', 'owed'],
  idColumn: 'membershipId',
  toTableRow: ({ owedMinor, currency, ...debt }: Debt) => ({
    owed: formatSum(BigInt(owedMinor), currency),
    ...debt,
  }),
  toCsvRow: ({ owedMinor, currency, ...debt }: Debt) => ({
    ...{ owed: formatMinor(BigInt(owedMinor), currency), currency },
    ...debt,
  }),
})

const undoCommand = act<WorkspaceFlags & { reason: string }>()({
  name: 'undo',
  of: 'entry',
  description: 'take back a write-off, a repayment or a deduction, by an entry of the opposite amount',
  examples: [`debts undo "$entry" --reason 'It was another member'`],
  options: [why],
  run: async ({ database, workspaceId, id: factId, flags }) => {
    const plan = { workspaceId, factId, reason: flags.reason, actor: toOperator(flags) }
    const undone = await undoDebtFact(database, plan)
    if (undone.ok) return { id: undone.id }
    if (undone.rejection === 'undone_already') throw new OperatorError('It has already been taken back.')
    return undefined
  },
  missing: 'The workspace has no such write-off, repayment or deduction. See commissions list.',
  done: () => 'The entry was undone.',
})

const plans: Readonly<Record<DebtFactKind, FactPlan>> = {
  write_off: {
    name: 'write-off',
    description: 'write off what a member owes, or a part of it, and print the id of the entry',
    example: 'The member has left',
    amount: 'what does not have to be paid back',
    done: 'was written off',
  },
  repayment: {
    name: 'repaid',
    description:
      'record that a member has paid back what is owed, or a part of it, and print the id of the entry',
    example: 'Transfer of 3 May',
    amount: 'what was paid back',
    done: 'was recorded as repaid',
  },
  deduction: {
    name: 'deduct',
    description: 'deduct an amount from what a member gets next, and print the id of the entry',
    example: 'Paid twice in April',
    amount: 'what the member gets less',
    done: 'was deducted',
  },
}

/** `debts list`, and the entries that a person adds. */
export const debtsCommands: NounPlan = {
  name: 'debts',
  description: 'list what members owe, write it off, record that it was repaid, and deduct by hand',
  commands: [listCommand, ...directCauses.map((kind) => recorder(kind, plans[kind])), undoCommand],
}
