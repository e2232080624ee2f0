import type { CommissionCause, Money } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'
import { smallestId } from '../lists/page-filters.ts'
import { moneySql } from '../records/wire-sql.ts'
import { commissionStatus } from './commission-status.ts'

/** A commission, as scripts read it. */
export interface CommissionRecord {
  readonly id: string
  /** Null for one that a person entered (D64, D225). */
  readonly referralId: string | null
  readonly membershipId: string
  /** The living payout that it is in. */
  readonly payoutId: string | null
  readonly entry: 'accrual' | 'reversal'
  readonly cause: CommissionCause
  readonly saleKind: string | null
  /** Nonnegative: `entry` tells the direction (D61). */
  readonly amount: Money
  readonly appTransactionId: string | null
  /** Why a person entered it; null of what follows from sales. */
  readonly reason: string | null
  readonly accruedAt: Date
  readonly availableAt: Date
  /** When it was booked. */
  readonly postedAt: Date
  /** `paid`, `in_payout`, `held` or `available`: the first that holds. */
  readonly status: string
}

/** Which commissions of a workspace. */
export interface CommissionFilter {
  readonly workspaceId: string
  readonly membershipId: string | undefined
  readonly referralId: string | undefined
  /** Those that are, or before its void were, lines of this payout. */
  readonly payoutId?: string | undefined
  /** Booked then or later. */
  readonly postedFrom?: Date | undefined
  /** Booked before then. */
  readonly postedTo?: Date | undefined
}

const columns = `
    select commission.id, commission.referral_id as "referralId", commission.membership_id as "membershipId",
      commission.payout_id as "payoutId", commission.entry, commission.cause, commission.sale_kind as "saleKind",
      ${moneySql('commission.amount_minor', 'commission.currency')} as amount,
      commission.platform_id as "appTransactionId", commission.reason, commission.accrued_at as "accruedAt",
      commission.available_at as "availableAt", commission.created_at as "postedAt",
      ${commissionStatus('commission', 'now()')} as status`

const conditions = `commission.workspace_id = $1
      and ($2::uuid is null or commission.membership_id = $2)
      and ($3::uuid is null or commission.referral_id = $3)
      and commission.created_at >= coalesce($4::timestamptz, '-infinity')
      and commission.created_at < coalesce($5::timestamptz, 'infinity')`

const listStatement: Statement = {
  name: 'commission_list',
  text: `${columns}
    from commissions commission
    where ${conditions}
      and (commission.created_at, commission.id) > (
        coalesce((select created_at from commissions where workspace_id = $1 and id = $6), '-infinity'),
        coalesce($6::uuid, '${smallestId}')
      )
    order by commission.created_at, commission.id
    limit $7`,
}

// The lines of one payout among all commissions: they are found by their own key, whose ids are in the order of posting.
const listLinesStatement: Statement = {
  name: 'commission_list_lines',
  text: `${columns}
    from payout_commissions line
      cross join lateral (
        select * from commissions where workspace_id = $1 and id = line.commission_id limit 1
      ) commission
    where line.workspace_id = $1 and line.payout_id = $8 and line.commission_id > coalesce($6::uuid, '${smallestId}')
      and ${conditions}
    order by line.commission_id
    limit $7`,
}

const findStatement: Statement = {
  name: 'commission_find',
  text: `${columns} from commissions commission where commission.workspace_id = $1 and commission.id = $2`,
}

/** Lists commissions in the order of their booking. */
export async function listCommissions(
  database: Queryable,
  { workspaceId, membershipId, referralId, payoutId, postedFrom, postedTo }: CommissionFilter,
  { after, limit }: ListPage,
): Promise<readonly CommissionRecord[]> {
  const filters = [membershipId, referralId, postedFrom, postedTo, after].map((value) => value ?? null)
  const values = [workspaceId, ...filters, limit]
  return payoutId === undefined
    ? await database.query<CommissionRecord>(listStatement, values)
    : await database.query<CommissionRecord>(listLinesStatement, [...values, payoutId])
}

/** Finds a commission of a workspace. */
export async function findCommission(
  database: Queryable,
  { workspaceId, commissionId }: { readonly workspaceId: string; readonly commissionId: string },
): Promise<CommissionRecord | undefined> {
  const [commission] = await database.query<CommissionRecord>(findStatement, [workspaceId, commissionId])
  return commission
}
