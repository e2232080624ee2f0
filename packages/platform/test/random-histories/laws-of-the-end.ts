import { post, toPosted } from '@affiliate-platform/commission-engine'
import { pick } from '@affiliate-platform/test-support/guarantee-scale'
import { expect } from 'vitest'
import { listBalancesAt } from '../../src/balances.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { preview } from '../payout-runs/runs.ts'
import { importFile } from './acts-of-sales.ts'
import { dayMs, type Random, shops, startMs } from './draw-rows.ts'
import { expectLedger } from './laws-of-the-ledger.ts'
import { pairOf, readLedger, sumBy } from './ledger.ts'
import type { Row } from './told-sales.ts'
import { buildWorld, knownFacts, referShop, type World } from './world.ts'

/** L15: what was booked by a past instant, and by the latest one, is what there was at each. */
export async function expectBalancesAsTold(
  { database, workspaceId, instants }: World,
  random: Random,
): Promise<void> {
  const [since, asOf] = [pick(random, instants), instants.at(-1)]
  if (asOf === undefined) throw new Error('There is one at least.')
  const filter = {
    workspaceId,
    since: since.at,
    asOf: asOf.at,
    membershipId: undefined,
    isByMembership: true,
  }
  const found = await listBalancesAt(database, filter)
  if (!found.ok) throw new Error(found.rejection)
  const sums = (column: 'openingMinor' | 'closingMinor') =>
    sumBy(
      found.balances,
      ({ membershipId, currency }) => pairOf(membershipId ?? '', currency),
      (balance) => BigInt(balance[column]),
    )
  const owed = (instant: typeof since) =>
    sumBy(
      instant.owed,
      ([pair]) => pair,
      ([, sum]) => sum,
    )
  expect(sums('openingMinor'), 'L15').toEqual(owed(since))
  expect(sums('closingMinor'), 'L15').toEqual(owed(asOf))
}

/** L2: what is known adds nothing; and the platform's own verification agrees. */
export async function expectNothingMore(world: World): Promise<void> {
  const { database, workspaceId, told, isFeed } = world
  const open = new Set(told.misplaced().map(({ row }) => row.platformId))
  const rows = told.latest().filter(({ platformId }) => !open.has(platformId))
  const before = await readLedger(database, workspaceId)
  if (!isFeed && rows.length > 0) await importFile(world, rows)
  expect(await readLedger(database, workspaceId), 'L2').toEqual(before)
  expect((await verifyMoney(database, workspaceId)).difference).toBeNull()
}

/** L14: in one import that is one posting, what is available at a date is what the pure function says. */
export async function expectOneImportAsPure(world: World, random: Random): Promise<void> {
  const whole = await buildWorld(world.database, false)
  const memberIds = new Map(world.memberIds.map((id, index) => [id, whole.memberIds[index] ?? '']))
  for (const { shopDomain, membershipId, contracts, voidedAtMs } of world.referrals) {
    const [contract] = contracts
    if (voidedAtMs !== null || contract === undefined) continue
    const rules = contract.rules as Parameters<typeof referShop>[1]['rules']
    await referShop(whole, { shopDomain, membershipId: memberIds.get(membershipId) ?? '', rules })
  }
  const rows = world.told.latest()
  if (rows.length === 0) return
  await importFile(whole, rows)
  expectLedger(whole, await readLedger(whole.database, whole.workspaceId))
  const entries = shops.flatMap((shop) => {
    const facts = knownFacts(whole, shop)
    const memberOf = new Map(facts.referrals.map(({ id, membershipId }) => [id, membershipId]))
    return post(facts, toPosted([])).map(({ position, ...entry }) => ({
      ...entry,
      pair: pairOf(memberOf.get(position.referralId) ?? '', position.currency),
    }))
  })
  for (let left = 2; left > 0; left -= 1) {
    const asOf = new Date(startMs + random.below(180) * dayMs)
    const { decisions } = await preview(whole.database, whole.workspaceId, asOf.toISOString())
    const available = entries.filter(({ availableAtMs }) => availableAtMs <= asOf.getTime())
    expect(
      sumBy(
        decisions,
        ({ membershipId, currency }) => pairOf(membershipId, currency),
        ({ sumMinor }) => sumMinor,
      ),
      'L14',
    ).toEqual(
      sumBy(
        available,
        ({ pair }) => pair,
        ({ amountMinor }) => amountMinor,
      ),
    )
  }
}

/** L8: a sale that is told in two parts earns the same. */
export async function expectPartsAsWhole(world: World, random: Random): Promise<void> {
  const { database, workspaceId, told, referrals } = world
  const shop = pick(random, shops)
  const isExact = referrals.every(({ contracts }) => contracts.every(({ rules }) => rules.basis === 'gross'))
  const rows = told.latest().filter((row) => row.shopDomain === shop)
  const open = new Set(told.misplaced().map(({ row }) => row.platformId))
  const sales = rows.filter((row) => row.grossNano > 1n && !open.has(row.platformId) && !isNamed(world, row))
  if (sales.length === 0 || (!isExact && rows.some(({ grossNano }) => grossNano < 0n))) return
  const sale = pick(random, sales)
  const [gross, net] = [sale.grossNano / 3n, sale.netNano / 3n]
  const rest = {
    ...sale,
    platformId: `${sale.platformId}+`,
    grossNano: sale.grossNano - gross,
    netNano: sale.netNano - net,
  }
  const sums = async () => {
    const { entries } = await readLedger(database, workspaceId)
    return sumBy(
      entries,
      ({ pair }) => pair,
      ({ amountMinor }) => amountMinor,
    )
  }
  const before = await sums()
  await importFile(world, [{ ...sale, grossNano: gross, netNano: net }, rest], { restate: true })
  expect(await sums(), 'L8').toEqual(before)
}

/** Whether a refund is linked to it: its second part would not be. */
const isNamed = ({ links }: World, { platformId }: Row): boolean => [...links.values()].includes(platformId)

/** L7: when all that was ever collected is taken back, nothing is left of any sale. */
export async function expectAllTakenBack(world: World): Promise<void> {
  const { told, database, workspaceId } = world
  const sales = told.latest().filter(({ grossNano }) => grossNano > 0n)
  const places = new Map(sales.map((sale) => [`${sale.shopDomain} ${sale.currency}`, sale]))
  const credits = [...places].map(([place, { shopDomain, currency }]): Row => {
    const own = sales.filter((sale) => `${sale.shopDomain} ${sale.currency}` === place)
    const grossNano = -own.reduce((sum, sale) => sum + sale.grossNano, 0n)
    const credit = {
      platformId: `credit ${place}`,
      kind: 'credit',
      chargeId: null,
      shopDomain,
      currency,
    } as const
    return { ...credit, grossNano, netNano: grossNano, collectedAtMs: startMs + 200 * dayMs }
  })
  if (credits.length === 0) return
  await importFile(world, credits)
  const { entries } = await readLedger(database, workspaceId)
  const ofSales = entries.filter(({ position, platformId }) => position !== null && platformId !== null)
  expect(
    sumBy(
      ofSales,
      ({ position }) => position ?? '',
      ({ amountMinor }) => amountMinor,
    ),
    'L7',
  ).toEqual(new Map())
}
