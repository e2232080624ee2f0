import type { Database, Statement } from '../database/statements/database.ts'
import { payoutStatus, payoutUnpaid } from '../payouts/payout-status.ts'
import { type Balance, listBalances } from './list-balances.ts'

/** What a member has coming from one shop in one currency and is in no payout; amounts in minor units, signed. */
export interface OpenPart {
  /** Null for what a person entered: then `cause` says what. */
  readonly shopDomain: string | null
  readonly cause: string | null
  readonly currency: string
  readonly commissions: number
  readonly dueMinor: string
  readonly heldMinor: string
  /** What reversals and deductions among them have taken: 0, or below it. */
  readonly takenBackMinor: string
  /** When the first and the last that is held becomes available; null where nothing is. */
  readonly heldFrom: Date | null
  readonly heldUntil: Date | null
}

/** A payout that is not paid, or not wholly. */
export interface UnpaidPayout {
  readonly id: string
  readonly status: string
  readonly currency: string
  readonly unpaidMinor: string
  readonly createdAt: Date
}

/** What a member is owed, and what it is made of: the parts are `due` and `held`, the payouts `unpaid`. */
export interface ExplainedBalance {
  readonly balances: readonly Balance[]
  readonly parts: readonly OpenPart[]
  readonly payouts: readonly UnpaidPayout[]
}

/** Of whom, and which of the parts and of the payouts. */
interface Asked {
  readonly workspaceId: string
  readonly membershipId: string
  readonly start: number
  readonly limit: number
}

const listPartsStatement: Statement = {
  name: 'balance_list_parts',
  text: `
    select
      referral.shop_domain as "shopDomain", case when referral.id is null then record.cause end as cause,
      record.currency, count(*)::integer as commissions,
      coalesce(sum(record.amount_minor) filter (where record.available_at <= now()), 0)::text as "dueMinor",
      coalesce(sum(record.amount_minor) filter (where record.available_at > now()), 0)::text as "heldMinor",
      coalesce(sum(record.amount_minor) filter (where record.amount_minor < 0), 0)::text as "takenBackMinor",
      min(record.available_at) filter (where record.available_at > now()) as "heldFrom",
      max(record.available_at) filter (where record.available_at > now()) as "heldUntil"
    from commissions record
    left join referrals referral on referral.workspace_id = $1 and referral.id = record.referral_id
    where record.workspace_id = $1 and record.membership_id = $2 and record.payout_id is null
    group by 1, 2, 3
    order by record.currency, sum(record.amount_minor) desc, 1, 2
    limit $4 offset $3`,
}

const listPayoutsStatement: Statement = {
  name: 'balance_list_unpaid_payouts',
  text: `
    select
      record.id, ${payoutStatus} as status, record.currency, (${payoutUnpaid})::text as "unpaidMinor",
      record.created_at as "createdAt"
    from payouts record
    where record.workspace_id = $1 and record.membership_id = $2 and ${payoutUnpaid} > 0
    order by record.created_at, record.id
    limit $4 offset $3`,
}

/** Says what a member is owed at this moment and what it is made of, all of one moment. */
export async function explainBalance(
  database: Pick<Database, 'transaction'>,
  { workspaceId, membershipId, start, limit }: Asked,
): Promise<ExplainedBalance> {
  const values = [workspaceId, membershipId, start, limit]
  return await database.transaction(
    async (tx) => ({
      balances: await listBalances(tx, { workspaceId, membershipIds: [membershipId] }),
      parts: await tx.query<OpenPart>(listPartsStatement, values),
      payouts: await tx.query<UnpaidPayout>(listPayoutsStatement, values),
    }),
    { isSnapshot: true },
  )
}
