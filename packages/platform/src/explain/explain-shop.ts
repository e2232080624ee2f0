import { type ExplainedShopTransaction, explainShop } from '@affiliate-platform/commission-engine'
import { decide, findNobody } from '../attribution/decide.ts'
import { readHistory } from '../attribution/read-history.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'
import {
  listShopReferrals,
  listShopRefundLinks,
  listShopTransactions,
  type ShopKey,
} from '../posting/read-shop.ts'
import { explainCommissions } from './explain-commissions.ts'
import type { ExplainedEvidence, Explanation, SkippedAppTransaction } from './explanation.ts'

const listShopStatement: Statement = {
  name: 'explain_list_shop',
  isSlow: true,
  text: `
    select commission.id
    from referrals referral
    join commissions commission
      on commission.workspace_id = referral.workspace_id and commission.referral_id = referral.id
    where referral.workspace_id = $1 and referral.app_id = $2 and referral.shop_domain = $3
    order by commission.accrued_at, commission.id
    limit $4 offset $5`,
}

/**
 * Explains a shop: every app transaction with what it earns or why not, and every commission.
 *
 * @param part - the commissions that are explained, in the order of their accrual; `limit` null: all of them. The
 *   app transactions are all there: what one counts for depends on those before it.
 * @returns `undefined` where the app has neither of the shop
 *
 * @example
 * ```ts
 * const secondPage = await explainReferredShop(database, shop, { start: 50, limit: 50 })
 * ```
 */
export async function explainReferredShop(
  database: Queryable,
  shop: ShopKey,
  { start, limit }: { readonly start: number; readonly limit: number | null } = { start: 0, limit: null },
): Promise<Explanation | undefined> {
  const { workspaceId, appId, shopDomain } = shop
  const appTransactions = await listExplainedTransactions(database, shop)
  const values = [workspaceId, appId, shopDomain, limit, start]
  const rows = await database.query<{ id: string }>(listShopStatement, values)
  const evidence = await explainEvidence(database, shop)
  if (appTransactions.length + rows.length + evidence.length === 0) return undefined
  const entries = await explainCommissions(
    database,
    workspaceId,
    rows.map(({ id }) => id),
  )
  return {
    kind: 'shop',
    id: shopDomain,
    entries,
    skipped: listSkipped(appTransactions),
    appTransactions,
    evidence,
  }
}

const listNamesStatement: Statement = {
  name: 'explain_list_names',
  text: 'select id, member_name as name from memberships where workspace_id = $1 and id = any($2)',
}

/** Says of everything that names a member what became of it, by what is known now. */
async function explainEvidence(database: Queryable, shop: ShopKey): Promise<readonly ExplainedEvidence[]> {
  const history = await readHistory(database, shop)
  const { verdicts } = decide(history)
  const nobody = findNobody(history.evidence)
  const ids = history.evidence.map(({ membershipId }) => membershipId)
  const rows = await database.query<{ id: string; name: string }>(listNamesStatement, [shop.workspaceId, ids])
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return history.evidence.flatMap(({ occurredAtMs, decidedBecause, voidedBecause, ...evidence }) => {
    const { id, kind, membershipId, code } = evidence
    const verdict = verdicts.get(id)
    if (verdict === undefined) return []
    const because = new Map([
      ['voided', voidedBecause],
      ['nobody', nobody?.decidedBecause],
    ])
    const occurredAt = new Date(occurredAtMs).toISOString()
    const memberName = names.get(membershipId) ?? ''
    return [
      {
        ...{ id, kind, membershipId, memberName, code, occurredAt },
        verdict: { code: verdict, because: because.get(verdict) ?? decidedBecause },
      },
    ]
  })
}

/** Lists every app transaction of a shop with what it counts for. */
export async function listExplainedTransactions(
  database: Queryable,
  shop: ShopKey,
): Promise<readonly ExplainedShopTransaction[]> {
  const referrals = await listShopReferrals(database, shop)
  const appTransactions = await listShopTransactions(database, shop)
  const refundLinks = await listShopRefundLinks(database, shop)
  return explainShop({ referrals, appTransactions, refundLinks })
}

/** The app transactions among them that nothing is paid for, and why. */
export function listSkipped(
  appTransactions: readonly ExplainedShopTransaction[],
): readonly SkippedAppTransaction[] {
  return appTransactions.flatMap(({ platformId, skipped, took }): readonly SkippedAppTransaction[] => {
    if (skipped !== null) return [{ platformId, reason: skipped }]
    return took !== null && took.noOriginal !== null ? [{ platformId, reason: 'no_original' }] : []
  })
}
