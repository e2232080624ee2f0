import type { CommissionCause, Money } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { moneySql } from '../records/wire-sql.ts'
import { commissionStatus } from './commission-status.ts'

/** A commission, as scripts read it. */
export interface CommissionRecord {
  readonly id: string
  /** Null for one that a person entered (D64, D225), and for an imported one that belongs to none (D420). */
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
  /** Why a person entered it, or what it was called where it comes from; null of what follows from sales. */
  readonly reason: string | null
  readonly accruedAt: Date
  readonly availableAt: Date
  /** When it was booked. */
  readonly postedAt: Date
  /** `paid`, `in_payout`, `held` or `available`: the first that holds. */
  readonly status: string
}

const findStatement: Statement = {
  name: 'commission_find',
  text: `
    select commission.id, commission.referral_id as "referralId", commission.membership_id as "membershipId",
      commission.payout_id as "payoutId", commission.entry, commission.cause, commission.sale_kind as "saleKind",
      ${moneySql('commission.amount_minor', 'commission.currency')} as amount,
      commission.platform_id as "appTransactionId", commission.reason, commission.accrued_at as "accruedAt",
      commission.available_at as "availableAt", commission.created_at as "postedAt",
      ${commissionStatus('commission', 'now()')} as status
    from commissions commission
    where commission.workspace_id = $1 and commission.id = $2`,
}

/** Finds a commission of a workspace. */
export async function findCommission(
  database: Queryable,
  { workspaceId, commissionId }: { readonly workspaceId: string; readonly commissionId: string },
): Promise<CommissionRecord | undefined> {
  const [commission] = await database.query<CommissionRecord>(findStatement, [workspaceId, commissionId])
  return commission
}
