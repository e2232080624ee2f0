import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { tryOut } from '../database/statements/try-out.ts'
import { moveIn, type SaleMove, type SaleMoving } from './move-sale.ts'

/** What a member earns by a move, or what is taken back from one, below zero. */
export interface MovedAmount {
  readonly membershipId: string
  readonly memberName: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** What a move would come to; or why there would be none. */
export type MovePreview =
  | { readonly ok: true; readonly fromDomain: string; readonly amounts: readonly MovedAmount[] }
  | Exclude<SaleMoving, { readonly ok: true }>

interface EarnedRow extends Omit<MovedAmount, 'amountMinor'> {
  readonly amountMinor: string
}

const sumStatement: Statement = {
  name: 'sales_sum_earned_by_two_shops',
  text: `
    select earned.*, (select member_name from memberships where workspace_id = $1 and id = earned."membershipId") as "memberName"
    from (
      select commission.membership_id as "membershipId", commission.currency, sum(commission.amount_minor)::text as "amountMinor"
      from referrals referral
      join commissions commission on commission.workspace_id = $1 and commission.referral_id = referral.id
      where referral.workspace_id = $1 and referral.app_id = $2 and referral.shop_domain in (
        select unnest(array[shop_domain, named_domain]) from misplaced_sales
        where workspace_id = $1 and app_id = $2 and platform_id = $3
        union
        select unnest(array[from_domain, to_domain]) from sale_moves
        where workspace_id = $1 and app_id = $2 and platform_id = $3
      )
      group by commission.membership_id, commission.currency
    ) earned`,
}

/** Tells what `moveSale` would come to, and writes nothing: the sale is moved, and taken back. */
export async function previewMove(database: Database, move: SaleMove): Promise<MovePreview> {
  return await tryOut(database, async (tx) => {
    const before = await sumEarned(tx, move)
    const moved = await moveIn(tx, move)
    return moved.ok ? { ...moved, amounts: subtract(await sumEarned(tx, move), before) } : moved
  })
}

async function sumEarned(tx: Queryable, { workspaceId, appId, platformId }: SaleMove) {
  const rows = await tx.query<EarnedRow>(sumStatement, [workspaceId, appId, platformId])
  return rows.map((row): MovedAmount => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}

function subtract(after: readonly MovedAmount[], before: readonly MovedAmount[]): readonly MovedAmount[] {
  const toKey = ({ membershipId, currency }: MovedAmount) => `${membershipId} ${currency}`
  const earned = new Map(before.map((one) => [toKey(one), one.amountMinor]))
  return after
    .map((one) => ({ ...one, amountMinor: one.amountMinor - (earned.get(toKey(one)) ?? 0n) }))
    .filter(({ amountMinor }) => amountMinor !== 0n)
    .toSorted((one, other) => (one.memberName < other.memberName ? -1 : 1))
}
