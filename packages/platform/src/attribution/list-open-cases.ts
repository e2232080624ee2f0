import type { Queryable } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import { type AttributionCase, listCases } from './cases.ts'
import { areSalesRead, foreseeAnswers, foreseeStake, readPostedShop } from './foresee-answers.ts'
import { readHistory } from './read-history.ts'

/** A case that waits for a decision. */
export interface OpenCase extends AttributionCase {
  /** By how much its member would have earned more if the evidence counts than if it does not. */
  readonly stake: readonly { readonly currency: string; readonly amountMinor: bigint }[]
  readonly areSalesRead: boolean
}

/** Lists the cases of a workspace that wait for a decision with what is at stake, the oldest first. */
export async function listOpenCases(
  database: Queryable,
  { workspaceId, now }: { readonly workspaceId: string; readonly now: Date },
  page: ListPage,
): Promise<readonly OpenCase[]> {
  const open: OpenCase[] = []
  for (const found of await listCases(database, { workspaceId, isWithDecided: false }, page)) {
    const shopKey = { workspaceId, appId: found.appId, shopDomain: found.shopDomain }
    const [history, shop] = await Promise.all([
      readHistory(database, shopKey),
      readPostedShop(database, shopKey),
    ])
    const answers = foreseeAnswers({ history, shop, now }, found.evidenceId)
    open.push({
      ...found,
      stake: foreseeStake(answers, found.membershipId),
      areSalesRead: areSalesRead(shop),
    })
  }
  return open
}
