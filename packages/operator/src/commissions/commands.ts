import { operations } from '@affiliate-platform/contract'
import {
  type CommissionNames,
  type CommissionRecord,
  findCommission,
  listCommissionNames,
} from '@affiliate-platform/platform/commissions'
import { toCommissionCsvRow, toListedCommission } from '@affiliate-platform/platform/csv'
import { longSilenceTimeoutMs, type Queryable, readDatabaseTime } from '@affiliate-platform/platform/database'
import { listSources } from '@affiliate-platform/platform/list-sources'
import { findPayout } from '@affiliate-platform/platform/payouts'
import {
  type MoneyDifference,
  type MoneyProgress,
  verifyMoney,
} from '@affiliate-platform/platform/verify-money'
import type { NounPlan } from '../command-line/act.ts'
import { formatCount } from '../command-line/format-count.ts'
import { createProgress } from '../command-line/progress.ts'
import { listRecords } from '../command-line/record-list.ts'
import { idFlag } from '../command-line/record-name.ts'
import { show } from '../command-line/show-command.ts'
import { formatCard } from '../command-line/table.ts'
import { formatSum } from '../payouts/signed-money.ts'

// A person adds the column up, as balances does: what is taken back has a sign there. What is looked for first comes
// first: a narrow terminal leaves out the last ones.
function toTableRow({ id, amount, status, cause, postedAt, ...commission }: CommissionRecord) {
  const sign = commission.entry === 'reversal' ? -1n : 1n
  const sum = formatSum(sign * BigInt(amount.amountMinor), amount.currency)
  return { id, amount: sum, status, postedAt, cause, ...commission }
}

/** A commission, with whose it is and the shop that it comes from. */
type NamedCommission = CommissionRecord & Partial<CommissionNames>

async function addNames(
  database: Queryable,
  workspaceId: string,
  records: readonly NamedCommission[],
): Promise<readonly NamedCommission[]> {
  const ids = records.map(({ id }) => id)
  const names = new Map((await listCommissionNames(database, workspaceId, ids)).map((one) => [one.id, one]))
  return records.map((record) => ({ ...record, ...names.get(record.id) }))
}

export const commissionsCommands: NounPlan = {
  name: 'commissions',
  description: 'list, show and verify commissions, the entries that sales and refunds lead to',
  commands: [
    listRecords({
      list: operations.listCommissions,
      source: listSources.listCommissions,
      description:
        'list the commissions of an app: what accrued last comes first, of a time of booking what was booked last',
      examples: [
        'commissions list',
        'commissions list --membership "$membership" --limit 1000 --json',
        'commissions list --posted-from 2026-10-01 --posted-to 2026-10-31 --csv',
        'commissions list --payout "$payout" --csv --columns id,postedAt,amount,currency,direction',
      ],
      happened: 'accrued',
      searched: 'shop domain, member or program name',
      further: [['referralId', idFlag('--referral <id>', 'referral', 'only commissions of this referral')]],
      narrow: async (database, { workspaceId }, { payoutId, ...query }) => {
        if (payoutId === undefined) return query
        const payout = await findPayout(database, { workspaceId, payoutId })
        return payout?.status === 'voided' ? { ...query, lineOf: payoutId } : { ...query, payoutId }
      },
      first: ['memberName', 'amount', 'status', 'shop'],
      toRecord: (row): NamedCommission => toListedCommission(row),
      addNames,
      toTableRow,
      toCsvRow: toCommissionCsvRow,
    }),
    show()({
      name: 'verify',
      description:
        'recompute every commission and payout from sales and contracts, and say how far it is; fails at the first difference',
      examples: ['commissions verify', 'commissions verify --json'],
      silenceTimeoutMs: longSilenceTimeoutMs,
      find: async ({ database, workspaceId, terminal }) => {
        const onProgress = createProgress(terminal, describeVerifyProgress)
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
        const found = await findCommission(database, { workspaceId, commissionId: id })
        if (found === undefined) return undefined
        const [commission = found] = await addNames(database, workspaceId, [found])
        const text = formatCard(toTableRow(commission), await readDatabaseTime(database))
        return { record: commission, text }
      },
      missing: 'The workspace has no such commission. See commissions list.',
    }),
  ],
}

function describeVerifyProgress({ what, verified, total }: MoneyProgress): string {
  return `Verified ${verified} of ${total} ${what}`
}

const nouns: Readonly<Record<MoneyDifference['kind'], string>> = {
  base: 'base',
  amount: 'amount',
  install_reward: 'install reward',
  available_at: 'time of availability',
  payout: 'payout',
}

function describe({ kind, subject, expected, found }: MoneyDifference): string {
  return `The ${nouns[kind]} of ${JSON.stringify(subject)} is ${found}; the facts say ${expected}.`
}
