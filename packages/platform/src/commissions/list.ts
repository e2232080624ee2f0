import { type ListQuery, type ListRow, operations } from '@affiliate-platform/contract'
import type { ListSource } from '@affiliate-platform/contract/server'
import type { RequestContext } from '../database/requests/request-context.ts'
import { createListStatements } from '../lists/list-statements.ts'
import type { PageQuery } from '../lists/page-filters.ts'
import { createListSource, type ListedRow, readPage, toTimestamp } from '../lists/read-page.ts'
import { memberNameSql } from '../lists/record-sql.ts'
import { commissionStatus } from './commission-status.ts'
import type { CommissionRecord } from './find-commission.ts'

/** A row of the list of commissions. */
export interface CommissionRow extends ListedRow {
  readonly group_id: string | null
  readonly membership_id: string
  readonly referral_id: string | null
  readonly payout_id: string | null
  readonly entry: CommissionRecord['entry']
  readonly sale_kind: string | null
  readonly amount_minor: string
  readonly currency: string
  readonly accrued_at: Date
  readonly available_at: Date
  readonly posted_at: Date
  /** Not sent, like the next two. */
  readonly cause: CommissionRecord['cause']
  readonly platform_id: string | null
  readonly reason: string | null
}

const own = [
  ...['group_id', 'membership_id', 'referral_id', 'payout_id', 'entry', 'sale_kind', 'currency'],
  ...['accrued_at', 'available_at', 'created_at as posted_at', 'cause', 'platform_id', 'reason'],
]

const sql = {
  table: 'commissions',
  programId: 'record.program_id',
  columns: [
    ...own.map((column) => `record.${column}`),
    // Interface 2.1: money is nonnegative. The entry tells the direction.
    'abs(record.amount_minor)::text as amount_minor',
  ],
  status: commissionStatus('record', 'clock.now'),
  checkedByState: 80,
  filters: {
    groupId: 'record.group_id',
    membershipId: 'record.membership_id',
    payoutId: 'record.payout_id',
    referralId: 'record.referral_id',
    lineOf: 'record.id',
    currency: 'record.currency',
  },
  searched: [
    '(select shop_domain from referrals where workspace_id = $1 and id = record.referral_id)',
    memberNameSql('record.membership_id'),
  ],
  foundBy: { member: 'record.membership_id', referral: 'record.referral_id' },
}

const { filters, ...list } = operations.listCommissions
const listed = { ...list, filters: [...filters, 'referralId', 'lineOf'] } as const

const byAccrual = createListStatements(listed, { ...sql, time: 'accrued_at' })

// Those of a month of booking may have accrued at any time before: in the order of accrual a page would look for them
// among all.
const byBooking = createListStatements(
  {
    ...list,
    name: 'commissions_by_booking',
    filters: [...listed.filters, 'accruedFrom', 'accruedTo'],
  },
  {
    ...sql,
    filters: { ...sql.filters, accruedFrom: 'record.accrued_at', accruedTo: 'record.accrued_at' },
    isReadByTime: true,
  },
)

const source = createListSource<CommissionRow>(
  byAccrual,
  (row, { appId }): ListRow<'listCommissions'> => ({
    id: row.id,
    kind: 'commissions',
    appId,
    programId: row.program_id,
    groupId: row.group_id,
    membershipId: row.membership_id,
    referralId: row.referral_id,
    payoutId: row.payout_id,
    name: row.name,
    status: row.status,
    entry: row.entry,
    saleKind: row.sale_kind,
    amount: { amountMinor: row.amount_minor, currency: row.currency },
    accruedAt: row.accrued_at.toISOString(),
    availableAt: row.available_at.toISOString(),
    postedAt: row.posted_at.toISOString(),
  }),
)

/** The commissions as a list of the interface (D61): by accrual, or those booked in some time by booking (D245). */
export const commissionsList: ListSource<CommissionRow, RequestContext> = {
  ...source,
  listRows: (context, page) => {
    const { postedFromMs, postedToMs } = page.query
    if (postedFromMs === undefined && postedToMs === undefined) return source.listRows(context, page)
    return readPage<CommissionRow>(context, byBooking, { ...page, query: toBooked(page.query) })
  },
}

function toBooked({ fromMs, toMs, postedFromMs, postedToMs, ...query }: ListQuery): PageQuery {
  return {
    ...query,
    ...(postedFromMs !== undefined && { fromMs: postedFromMs }),
    ...(postedToMs !== undefined && { toMs: postedToMs }),
    ...(fromMs !== undefined && { accruedFrom: toTimestamp(fromMs) }),
    ...(toMs !== undefined && { accruedTo: toTimestamp(toMs) }),
  }
}
