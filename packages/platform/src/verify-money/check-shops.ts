import {
  availableAfterHold,
  baseKey,
  type Entry,
  formatNano,
  type Posted,
  positionKey,
  post,
  rewardOf,
  type ShopFacts,
} from '@affiliate-platform/commission-engine'
import { readAtLength } from '../database/statements/at-length.ts'
import type { Queryable } from '../database/statements/database.ts'
import { readPosted } from '../posting/read-posted.ts'
import {
  listReferralsByShop,
  listShopRefundLinks,
  listShopTransactions,
  type ShopKey,
} from '../posting/read-shop.ts'
import { listPortions, type Portion } from './shop-portions.ts'
import type { MoneyDifference, VerifiedLedger } from './verified-ledger.ts'

interface VerifiedShop {
  readonly facts: ShopFacts
  readonly posted: Posted
}

/**
 * Finds the first base, install reward or hold of a shop that its facts do not say, and counts the app transactions that it went
 * through.
 */
export async function checkShops({ database, workspaceId, tell }: VerifiedLedger): Promise<{
  readonly appTransactions: number
  readonly difference: MoneyDifference | null
}> {
  let appTransactions = 0
  for await (const portion of listPortions(database, workspaceId)) {
    const shops = await readAtLength(database, (tx) => readShops(tx, workspaceId, portion))
    for (const shop of shops) {
      appTransactions += new Set(shop.facts.appTransactions.map(({ platformId }) => platformId)).size
      const difference = checkShop(shop)
      if (difference !== null) return { appTransactions, difference }
    }
    tell(shops.length)
  }
  return { appTransactions, difference: null }
}

/** Reads some shops as they were at one moment: a posting in between would look like a difference. */
async function readShops(
  tx: Queryable,
  workspaceId: string,
  { appId, shopDomains }: Portion,
): Promise<readonly VerifiedShop[]> {
  const app = { workspaceId, appId }
  const referralsByShop = await listReferralsByShop(tx, app, shopDomains)
  const readShop = async (shop: ShopKey): Promise<VerifiedShop> => {
    const referrals = referralsByShop.get(shop.shopDomain) ?? []
    const referralIds = referrals.map(({ id }) => id)
    const [appTransactions, refundLinks, posted] = await Promise.all([
      listShopTransactions(tx, shop),
      listShopRefundLinks(tx, shop),
      readPosted(tx, workspaceId, { referralIds, positions: new Map() }),
    ])
    return { facts: { referrals, appTransactions, refundLinks }, posted }
  }
  return await Promise.all(shopDomains.map((shopDomain) => readShop({ ...app, shopDomain })))
}

function checkShop({ facts, posted }: VerifiedShop): MoneyDifference | null {
  const wrongHold = checkHolds(facts, posted)
  if (wrongHold !== null) return wrongHold
  const [missing] = post(facts, posted)
  return missing === undefined ? checkRewards(facts, posted) : toDifference(missing, posted)
}

/** What the engine would post now is what the ledger lacks. */
function toDifference({ position, platformId, base, ...entry }: Entry, posted: Posted): MoneyDifference {
  if (base === null || platformId === null) {
    const found = posted.rewards.get(positionKey(position))?.amountMinor ?? 0n
    return toRewardDifference(position, { expected: found + entry.amountMinor, found })
  }
  const { originalPlatformId, availableAtMs } = entry
  const key = { position, platformId, originalPlatformId, availableAtMs }
  const foundNano = posted.bases.get(baseKey(key))?.baseNano ?? 0n
  return {
    kind: 'base',
    subject: { ...position, platformId, originalPlatformId },
    expected: formatNano(foundNano + base.changeNano),
    found: formatNano(foundNano),
  }
}

/** A reward that is there, with another amount than the contract's. */
function checkRewards({ referrals }: ShopFacts, { rewards }: Posted): MoneyDifference | null {
  const wrong = referrals
    .flatMap(rewardOf)
    .map(({ position, amountMinor: expected }) => {
      const found = rewards.get(positionKey(position))?.amountMinor ?? 0n
      return { position, expected, found }
    })
    .find(({ expected, found }) => expected !== found)
  return wrong === undefined ? null : toRewardDifference(wrong.position, wrong)
}

function toRewardDifference(
  position: Entry['position'],
  { expected, found }: { readonly expected: bigint; readonly found: bigint },
): MoneyDifference {
  return { kind: 'install_reward', subject: { ...position }, expected: `${expected}`, found: `${found}` }
}

/** A sale that was never restated is available after the hold of its contract. */
function checkHolds({ referrals, appTransactions }: ShopFacts, { bases }: Posted): MoneyDifference | null {
  const contracts = new Map(referrals.flatMap((referral) => referral.contracts.map((of) => [of.id, of])))
  const restated = new Set(
    appTransactions.filter(({ revision }) => revision > 1).map((row) => row.platformId),
  )
  const sales = new Map(appTransactions.map((appTransaction) => [appTransaction.platformId, appTransaction]))
  for (const { position, platformId, originalPlatformId, availableAtMs } of bases.values()) {
    const sale = sales.get(platformId)
    const contract = contracts.get(position.contractId)
    if (originalPlatformId !== null || sale === undefined || contract === undefined) continue
    const expected = availableAfterHold(sale.collectedAtMs, contract.rules)
    if (restated.has(platformId) || expected === availableAtMs) continue
    return {
      kind: 'available_at',
      subject: { ...position, platformId },
      expected: new Date(expected).toISOString(),
      found: new Date(availableAtMs).toISOString(),
    }
  }
  return null
}
