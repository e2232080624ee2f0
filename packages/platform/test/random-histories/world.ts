import { type buildExampleRules, refer } from '@affiliate-platform/test-support/money-world'
import { insertApp, insertMembership } from '@affiliate-platform/test-support/payout-builders'
import type { Database } from '../../src/database.ts'
import type { Payment } from '../payouts/payment-model.ts'
import { sumUp } from '../payouts/payment-model.ts'
import { shops } from './draw-rows.ts'
import { pairOf } from './ledger.ts'
import { exactlyOwed, type KnownFacts, type MemberReferral } from './owed.ts'
import { type Row, startTelling, type ToldSales } from './told-sales.ts'

export const actor = 'operator:mia'

/** What a person has added to the ledger. */
export interface ByHand {
  readonly id: string
  readonly pair: string
  readonly amountMinor: bigint
  /** Of the payout that it is paid by. */
  readonly payoutId: string | null
  /** What it takes back. */
  readonly undoes: string | null
}

/** A threshold of a member's terms, from an instant on. */
export interface SavedThreshold {
  readonly membershipId: string
  readonly effectiveAtMs: number
  readonly amountMinor: string
  readonly currency: string
}

/** An instant, and what was owed to each pair by what had been booked. */
export interface ToldInstant {
  readonly at: Date
  readonly owed: ReadonlyMap<string, bigint>
}

/** An app with two members, and beside it everything that it should know, told without a database. */
export interface World {
  readonly database: Database
  readonly workspaceId: string
  readonly appId: string
  readonly programId: string
  readonly memberIds: readonly string[]
  /** Sales come from files by hand, or from a feed. */
  readonly isFeed: boolean
  readonly told: ToldSales
  /** Every row that any import had. */
  readonly rows: Row[]
  readonly referrals: MemberReferral[]
  readonly links: Map<string, string>
  /** Files that were stored and not posted, by their content. */
  readonly cutOff: Map<string, { readonly rows: readonly Row[]; readonly restate: boolean }>
  /** Shops with rows that are stored and not posted. */
  readonly waiting: Set<string>
  /** The facts of each shop as they were at its latest posting. */
  readonly posted: Map<string, KnownFacts>
  readonly byHand: ByHand[]
  readonly thresholds: SavedThreshold[]
  readonly payments: Map<string, Payment & { readonly pair: string }>
  readonly instants: ToldInstant[]
  readonly runs: { asOfMs: number }[]
}

/** Builds one with two referred shops. */
export async function buildWorld(database: Database, isFeed: boolean): Promise<World> {
  const app = await insertApp(database)
  const second = await insertMembership(database, app, 'Ben Brown')
  return {
    ...{ database, workspaceId: app.workspaceId, appId: app.appId, programId: app.programId },
    ...{ memberIds: [app.membershipId, second], isFeed, told: startTelling(), rows: [], referrals: [] },
    ...{ links: new Map(), cutOff: new Map(), waiting: new Set<string>(), posted: new Map() },
    ...{ byHand: [], thresholds: [], payments: new Map(), instants: [], runs: [] },
  }
}

/** Lets a member refer a shop, which posts what is known of it. */
export async function referShop(
  world: World,
  {
    membershipId,
    shopDomain,
    rules,
  }: Pick<MemberReferral, 'membershipId' | 'shopDomain'> & {
    readonly rules: ReturnType<typeof buildExampleRules>
  },
): Promise<void> {
  const { database, workspaceId } = world
  const installedAtMs = Date.UTC(2026, 0, 1)
  const id = await refer(database, {
    ...{ workspaceId, membershipId, shopDomain, installedAtMs, clickedAtMs: undefined },
    ...{ evidence: undefined, reason: 'agreed', actor, contract: { rules, effectiveAtMs: undefined } },
  })
  const findContract = {
    name: 'test_find_contract',
    text: 'select id from referral_contracts where workspace_id = $1 and referral_id = $2',
  }
  const [contract] = await database.query<{ id: string }>(findContract, [workspaceId, id])
  const contracts = [{ id: contract?.id ?? '', appliesFromMs: installedAtMs, rules }]
  const times = { installedAtMs, voidedAtMs: null, earnsInstallReward: true }
  world.referrals.push({ id, membershipId, shopDomain, ...times, contracts })
  posts(world, [shopDomain])
}

/** The shops that anybody ever referred: rows of others are not kept. */
export const referredShops = ({ referrals }: World): ReadonlySet<string> =>
  new Set(referrals.map(({ shopDomain }) => shopDomain))

/** What is known of each shop at this moment. */
export const knownFacts = (world: World, shopDomain: string): KnownFacts => ({
  referrals: world.referrals.filter((referral) => referral.shopDomain === shopDomain),
  appTransactions: world.told.appTransactionsOf(shopDomain),
  refundLinks: new Map(world.links),
})

/** All of it. */
export const allKnown = (world: World): readonly KnownFacts[] => shops.map((shop) => knownFacts(world, shop))

/** Notes that shops were posted. */
export function posts(world: World, shopDomains: readonly string[] = shops): void {
  for (const shop of shopDomains) {
    world.waiting.delete(shop)
    world.posted.set(shop, knownFacts(world, shop))
  }
}

/** What is booked to each pair: what its posted facts are exactly worth, and what was added by hand. */
export function bookedByPair(world: World): ReadonlyMap<string, bigint> {
  const booked = new Map(exactlyOwed(world.posted.values()))
  for (const { pair, amountMinor } of world.byHand) booked.set(pair, (booked.get(pair) ?? 0n) + amountMinor)
  return booked
}

/** The same less what was paid: neither retracted, returned nor disputed. */
export function owedByPair(world: World): ReadonlyMap<string, bigint> {
  const owed = new Map(bookedByPair(world))
  for (const payment of world.payments.values()) {
    owed.set(payment.pair, (owed.get(payment.pair) ?? 0n) - sumUp(payment).reportedMinor)
  }
  return owed
}

/** A member and a currency as one text. */
export const pairsOf = ({ memberIds }: World): readonly string[] =>
  memberIds.flatMap((id) => ['EUR', 'JPY', 'KWD', 'USD'].map((currency) => pairOf(id, currency)))
