import { operations, parseListQuery } from '@affiliate-platform/contract'
import {
  type CommissionRecord,
  findCommission,
  listCommissions,
} from '@affiliate-platform/platform/commissions'
import { longSilenceTimeoutMs, readDatabaseTime } from '@affiliate-platform/platform/database'
import {
  type MoneyDifference,
  type MoneyProgress,
  verifyMoney,
} from '@affiliate-platform/platform/verify-money'
import { flag, type NounPlan } from '../command-line/act.ts'
import { formatCount } from '../command-line/format-count.ts'
import { list } from '../command-line/list-command.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { parseId } from '../command-line/parse-value.ts'
import { createProgress } from '../command-line/progress.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { show } from '../command-line/show-command.ts'
import { formatCard } from '../command-line/table.ts'
import { formatDecimal, formatSum } from '../payouts/signed-money.ts'

// A person adds the column up, as balances does: what is taken back has a sign there. What is looked for first comes
// first: a narrow terminal leaves out the last ones.
function toTableRow({ id, amount, status, cause, postedAt, ...commission }: CommissionRecord) {
  const sign = commission.entry === 'reversal' ? -1n : 1n
  const sum = formatSum(sign * BigInt(amount.amountMinor), amount.currency)
  return { id, amount: sum, status, postedAt, cause, ...commission }
}

// A spreadsheet adds up numbers: the currency and the direction are columns of their own.
function toCsvRow({ id, amount, ...commission }: CommissionRecord) {
  const { amountMinor, currency } = amount
  const direction = commission.entry === 'reversal' ? 'owed_by_member' : 'owed_to_member'
  return { id, amount: formatDecimal(BigInt(amountMinor), currency), currency, direction, ...commission }
}

interface ListFlags {
  readonly membership?: string
  readonly referral?: string
  readonly payout?: string
  readonly postedFrom?: string
  readonly postedTo?: string
}

/** Reads the times as the interface reads `from` and `to`. */
function readPosted({ postedFrom: from, postedTo: to }: ListFlags) {
  const given = Object.entries({ from, to }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const checked = parseListQuery(operations.listCommissions.query, given)
  if (!checked.ok) {
    const [issue] = checked.issues
    throw new UsageError(`--posted-${Reflect.get(Object(issue), 'parameter')}: ${issue?.message}`)
  }
  const { fromMs, toMs } = checked.value
  return { postedFrom: toDate(fromMs), postedTo: toDate(toMs) }
}

const toDate = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms))

/** `commissions list`, `commissions verify` and `commissions show`. */
export const commissionsCommands: NounPlan = {
  name: 'commissions',
  description: 'list, show and verify commissions, the entries that sales and refunds lead to',
  commands: [
    list<ListFlags>()({
      description: 'list commissions in the order in which they were booked',
      examples: [
        'commissions list',
        'commissions list --membership "$membership" --limit 1000 --json',
        'commissions list --posted-from 2026-10-01 --posted-to 2026-10-31 --csv',
        'commissions list --payout "$payout" --csv --columns id,postedAt,amount,currency,direction',
      ],
      options: [
        recordFlag('membership', 'only those of this membership'),
        flag('--referral <id>', 'only those of this referral', parseId),
        flag('--payout <id>', 'only the lines of this payout, also of a voided one', parseId),
        flag('--posted-from <time>', 'only those booked then or later: a date or an RFC 3339 time'),
        flag('--posted-to <time>', 'only those booked before then; a date includes the whole day'),
      ],
      check: readPosted,
      find: ({ database, workspaceId, flags, page }) => {
        const { membership: membershipId, referral: referralId, payout: payoutId } = flags
        const filter = { workspaceId, membershipId, referralId, payoutId, ...readPosted(flags) }
        return listCommissions(database, filter, page)
      },
      toAfter: ({ id }) => id,
      toTableRow,
      toCsvRow,
    }),
    show()({
      name: 'verify',
      description:
        'recompute every commission and payout from sales and contracts, and say how far it is; fails at the first difference',
      examples: ['commissions verify', 'commissions verify --json'],
      silenceTimeoutMs: longSilenceTimeoutMs,
      find: async ({ database, workspaceId, terminal }) => {
        const onProgress = createProgress(terminal, describeProgress)
        const record = await verifyMoney(database, workspaceId, onProgress)
        const { appTransactions, commissions, payouts, waiting, difference } = record
        const left = waiting === 0 ? '' : ` ${formatCount(waiting, 'sale')} to be posted: see sales status.`
        const message = `The ledger matches the facts: app transactions ${appTransactions}, commissions ${commissions}, payouts ${payouts}.${left}`
        return { record, text: '', message, failure: difference === null ? undefined : describe(difference) }
      },
    }),
    show()({
      name: 'show',
      of: 'commission',
      description: 'show a commission',
      examples: ['commissions show "$commission"'],
      find: async ({ database, workspaceId, id }) => {
        const commission = await findCommission(database, { workspaceId, commissionId: id })
        if (commission === undefined) return undefined
        const text = formatCard(toTableRow(commission), await readDatabaseTime(database))
        return { record: commission, text }
      },
      missing: 'The workspace has no such commission. See commissions list.',
    }),
  ],
}

function describeProgress({ what, verified, total }: MoneyProgress): string {
  return `Verified ${verified} of ${total} ${what}`
}

function describe({ kind, subject, expected, found }: MoneyDifference): string {
  return `The ${kind.replaceAll('_', ' ')} of ${JSON.stringify(subject)} is ${found}; the facts say ${expected}.`
}
