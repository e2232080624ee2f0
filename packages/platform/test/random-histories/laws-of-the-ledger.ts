import { positionKey } from '@affiliate-platform/commission-engine'
import { expect } from 'vitest'
import { type Ledger, type LedgerEntry, sumBy } from './ledger.ts'
import { exactlyOwed, wantedBases } from './owed.ts'
import { bookedByPair, type World } from './world.ts'

const amountOf = ({ amountMinor }: { readonly amountMinor: bigint }): bigint => amountMinor
const byCurrency = ({ pair }: { readonly pair: string }): string => pair.slice(-3)
const byPair = ({ pair }: { readonly pair: string }): string => pair
const without0 = (sums: ReadonlyMap<string, bigint>) =>
  sumBy(
    sums,
    ([key]) => key,
    ([, sum]) => sum,
  )

/** Expects of everything that is booked what holds at any moment, whatever waits. */
export function expectLedger(world: World, ledger: Ledger): void {
  expectPayouts(ledger)
  expectBases(world, ledger)
  // L3, L4, L9: each position is worth its base, rounded down once, however its facts have come.
  expect(sumBy(ledger.entries, byPair, amountOf)).toEqual(without0(bookedByPair(world)))
  expectAvailability(world, ledger)
}

/** L1, L5, L6, L11. */
function expectPayouts({ entries, payouts }: Ledger): void {
  const living = payouts.filter(({ isVoided }) => !isVoided)
  const free = entries.filter(({ payoutId }) => payoutId === null)
  expect(sumBy([...living, ...free], byCurrency, amountOf), 'L1').toEqual(
    sumBy(entries, byCurrency, amountOf),
  )
  const lines = living.flatMap((payout) => payout.lines.map((line) => [line, payout.id] as const))
  const held = entries.flatMap(({ id, payoutId }) => (payoutId === null ? [] : [[id, payoutId] as const]))
  expect(lines.toSorted(), 'L5').toEqual(held.toSorted())
  const entryById = new Map(entries.map((entry) => [entry.id, entry]))
  for (const { lines: ids, asOfMs, amountMinor, pair } of payouts) {
    const own = ids.flatMap((id) => entryById.get(id) ?? [])
    expect(
      own.every((line) => asOfMs === null || line.availableAtMs <= asOfMs),
      'L6',
    ).toBe(true)
    expect(own.every((line) => line.pair === pair) && amountMinor > 0n, 'L11').toBe(true)
    expect(
      own.reduce((sum, line) => sum + line.amountMinor, 0n),
      'L11',
    ).toBe(amountMinor)
  }
}

/** L7, L10, L12: what is posted under each app transaction is what the facts want, and no base is ever below 0. */
function expectBases({ posted }: World, { entries }: Ledger): void {
  expect(
    entries.every((entry) => entry.baseBeforeNano >= 0n && entry.baseBeforeNano + entry.baseChangeNano >= 0n),
  ).toBe(true)
  const found = sumBy(
    entries,
    (entry) => keyOf(entry.position ?? '', entry),
    ({ baseChangeNano }) => baseChangeNano,
  )
  const wanted = sumBy(
    wantedBases(posted.values()),
    (base) => keyOf(positionKey(base.position), base),
    ({ baseNano }) => baseNano,
  )
  expect(found, 'L12').toEqual(wanted)
}

const keyOf = (
  position: string,
  {
    platformId,
    originalPlatformId,
    availableAtMs,
  }: Pick<LedgerEntry, 'platformId' | 'originalPlatformId' | 'availableAtMs'>,
): string => JSON.stringify([position, platformId, originalPlatformId, availableAtMs])

/** L14: what is available at any date is its exact worth, but for the bound. */
function expectAvailability({ posted, byHand }: World, ledger: Ledger): void {
  const byHandIds = new Set(byHand.map(({ pair }) => pair))
  const ofSales = ledger.entries.filter(({ position }) => position !== null)
  for (const asOfMs of new Set(ofSales.map(({ availableAtMs }) => availableAtMs))) {
    const owed = exactlyOwed(posted.values(), asOfMs)
    const available = sumBy(
      ofSales.filter((entry) => entry.availableAtMs <= asOfMs),
      byPair,
      amountOf,
    )
    for (const pair of new Set([...owed.keys(), ...available.keys(), ...byHandIds])) {
      const distance = (available.get(pair) ?? 0n) - (owed.get(pair) ?? 0n)
      const bound = boundOf(ledger, pair)
      expect(distance < bound && -distance < bound, `L14: ${distance} of ${pair}`).toBe(true)
    }
  }
}

/** Less than two units for each posting of each position (D188). */
export function boundOf({ entries }: Ledger, pair: string): bigint {
  const own = entries.filter((entry) => entry.pair === pair && entry.position !== null)
  return 2n * BigInt(new Set(own.map(({ position, bookedAtMs }) => `${position} ${bookedAtMs}`)).size) || 1n
}
