import type { Money } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/database.ts'
import type { ListPage } from '../database/list-page.ts'
import { moneySql } from '../details/wire-sql.ts'
import { commissionStatus } from './commission-status.ts'

/** A commission, as scripts read it. */
export interface CommissionRecord {
  readonly id: string
  /** Null behind a payout by hand (D64). */
  readonly referralId: string | null
  readonly membershipId: string
  /** The living payout that it is in. */
  readonly payoutId: string | null
  readonly entry: 'accrual' | 'reversal'
  readonly cause: 'sale' | 'install_reward' | 'adjustment' | 'restatement' | 'void' | 'manual'
  readonly saleKind: string | null
  /** Nonnegative: `entry` tells the direction (D61). */
  readonly amount: Money
  readonly collectionPlatformId: string | null
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
}

const columns = `
      commission.id, commission.referral_id as "referralId", commission.membership_id as "membershipId",
      commission.payout_id as "payoutId", commission.entry, commission.cause, commission.sale_kind as "saleKind",
      ${moneySql('commission.amount_minor', 'commission.currency')} as amount,
      commission.platform_id as "collectionPlatformId", commission.accrued_at as "accruedAt",
      commission.available_at as "availableAt", commission.created_at as "postedAt",
      ${commissionStatus('commission', 'now()')} as status
    from commissions commission`

const listStatement: Statement = {
  name: 'commission_list',
  text: `
    select ${columns}
    where commission.workspace_id = $1
      and ($2::uuid is null or commission.membership_id = $2)
      and ($3::uuid is null or commission.referral_id = $3)
      and ($4::uuid is null or commission.id > $4)
    order by commission.id
    limit $5`,
}

const findStatement: Statement = {
  name: 'commission_find',
  text: `select ${columns} where commission.workspace_id = $1 and commission.id = $2`,
}

/** Lists commissions in the order of their posting. */
export async function listCommissions(
  database: Queryable,
  { workspaceId, membershipId, referralId }: CommissionFilter,
  { after, limit }: ListPage,
): Promise<readonly CommissionRecord[]> {
  const values = [workspaceId, membershipId ?? null, referralId ?? null, after ?? null, limit]
  return await database.query<CommissionRecord>(listStatement, values)
}

/** Finds a commission of a workspace. */
export async function findCommission(
  database: Queryable,
  { workspaceId, commissionId }: { readonly workspaceId: string; readonly commissionId: string },
): Promise<CommissionRecord | undefined> {
  const [commission] = await database.query<CommissionRecord>(findStatement, [workspaceId, commissionId])
  return commission
}
