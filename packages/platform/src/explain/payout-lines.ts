import type { PayoutLine } from '@affiliate-platform/commission-engine'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { PayoutKey } from '../payouts/store.ts'

// Lines of a voided payout as well: they stay as its history.
const listLinesStatement: Statement = {
  name: 'explain_list_lines',
  text: `
    select
      commission.id, commission.amount_minor::text as "amountMinor", commission.accrued_at as "accruedAt",
      coalesce(commission.original_platform_id, commission.platform_id) as "salePlatformId",
      commission.app_id as "appId", referral.shop_domain as "shopDomain"
    from payout_commissions line
    join commissions commission
      on commission.workspace_id = line.workspace_id and commission.id = line.commission_id
    left join referrals referral
      on referral.workspace_id = commission.workspace_id and referral.id = commission.referral_id
    where line.workspace_id = $1 and line.payout_id = $2
    order by commission.accrued_at, commission.id`,
}

/** A line of a payout with the shop that it comes from; by hand from none. */
export interface ShopLine extends PayoutLine {
  readonly appId: string
  readonly shopDomain: string | null
}

/**
 * Lists the lines of a payout, as far as its units go, in the order of their accrual.
 *
 * @param options - `areFew`: they are no more than a page of a list may read, so that nobody takes a turn for them (D161)
 */
export async function listPayoutLines(
  database: Queryable,
  { workspaceId, payoutId }: PayoutKey,
  { areFew = false }: { readonly areFew?: boolean } = {},
): Promise<readonly ShopLine[]> {
  const statement = { ...listLinesStatement, isSlow: !areFew }
  return (await database.query<LineRow>(statement, [workspaceId, payoutId])).map(toLine)
}

const partRows = 1000

const openLinesStatement: Statement = {
  name: 'explain_open_lines',
  text: `declare payout_lines no scroll cursor for ${listLinesStatement.text}`,
}

const nextLinesStatement: Statement = {
  name: 'explain_next_lines',
  text: `fetch ${partRows} from payout_lines`,
}

const closeLinesStatement: Statement = { name: 'explain_close_lines', text: 'close payout_lines' }

/** Reads the same lines a thousand at a time, in a transaction. */
export async function* readPayoutLines(
  tx: Queryable,
  { workspaceId, payoutId }: PayoutKey,
): AsyncGenerator<readonly ShopLine[], void, undefined> {
  await tx.query(openLinesStatement, [workspaceId, payoutId])
  for (;;) {
    const rows = await tx.query<LineRow>(nextLinesStatement, [])
    yield rows.map(toLine)
    if (rows.length < partRows) break
  }
  await tx.query(closeLinesStatement, [])
}

interface LineRow extends Omit<ShopLine, 'amountMinor' | 'accruedAtMs'> {
  readonly amountMinor: string
  readonly accruedAt: Date
}

function toLine({ amountMinor, accruedAt, ...line }: LineRow): ShopLine {
  return { ...line, amountMinor: BigInt(amountMinor), accruedAtMs: accruedAt.getTime() }
}
