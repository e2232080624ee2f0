import { expect } from 'vitest'
import type { RunPreview } from '../../src/payout-runs.ts'
import { boundOf } from './laws-of-the-ledger.ts'
import { type Ledger, pairOf, sumBy } from './ledger.ts'
import { exactlyOwed, membersOf } from './owed.ts'
import { allKnown, type World } from './world.ts'

/** Expects what a run decides: on what is available, by the lowest threshold, without whom anything waits for. */
export function expectDecisions(world: World, { entries }: Ledger, { asOf, decisions }: RunPreview): void {
  const asOfMs = asOf.getTime()
  const free = entries.filter(({ payoutId }) => payoutId === null)
  const waiting = membersOf(world.referrals, world.waiting)
  const misplaced = membersOf(
    world.referrals,
    world.told.misplaced().flatMap(({ row, shopDomain }) => [row.shopDomain, shopDomain]),
  )
  const expected = [...new Set(free.map(({ pair }) => pair))].sort().map((pair) => {
    const own = free.filter((entry) => entry.pair === pair)
    const due = own.filter(({ availableAtMs }) => availableAtMs <= asOfMs)
    const [membershipId = '', currency = ''] = pair.split(' ')
    const sumMinor = total(due)
    const ofTerms = thresholdOfTerms(world, { membershipId, currency, asOfMs })
    const ofContracts = thresholdsOfContracts(world, due, currency)
    const thresholdMinor = [ofTerms ?? 0n, ...ofContracts].reduce((least, each) =>
      each < least ? each : least,
    )
    const isPaid = sumMinor > 0n && sumMinor >= thresholdMinor
    return {
      ...{ pair, sumMinor, heldMinor: total(own) - sumMinor, thresholdMinor },
      decision: waiting.has(membershipId)
        ? 'excluded'
        : isPaid
          ? 'paid'
          : sumMinor > 0n
            ? 'below_threshold'
            : 'nothing_due',
      isWarned: misplaced.has(membershipId),
    }
  })
  const found = decisions.map(
    ({ membershipId, currency, sumMinor, heldMinor, thresholdMinor, decision, warnings }) => ({
      ...{ pair: pairOf(membershipId, currency), sumMinor, heldMinor, thresholdMinor, decision },
      isWarned: warnings.includes('other_shop'),
    }),
  )
  expect(found).toEqual(expected)
}

/** L13: what a run pays is owed by all that is known at its moment, posted or not. */
export function expectNothingUnowed(
  world: World,
  ledger: Ledger,
  { asOfMs, paidPairs }: { readonly asOfMs: number; readonly paidPairs: readonly string[] },
): void {
  const owed = exactlyOwed(allKnown(world), asOfMs)
  for (const pair of paidPairs) {
    const living = ledger.payouts.filter((payout) => payout.pair === pair && !payout.isVoided)
    const paid = living.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
    const byHand = world.byHand
      .filter((each) => each.pair === pair)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
    const unowed = paid - byHand - (owed.get(pair) ?? 0n)
    expect(unowed < boundOf(ledger, pair), `L13: ${unowed} of ${paid} for ${pair} are not owed`).toBe(true)
  }
}

/** D57: of the terms in force, or of the first ones that come; `undefined` where they say nothing of the currency. */
function thresholdOfTerms(
  { thresholds }: World,
  {
    membershipId,
    currency,
    asOfMs,
  }: { readonly membershipId: string; readonly currency: string; readonly asOfMs: number },
): bigint | undefined {
  const own = thresholds
    .filter((one) => one.membershipId === membershipId)
    .sort((a, b) => a.effectiveAtMs - b.effectiveAtMs)
  const ruling = own.findLast(({ effectiveAtMs }) => effectiveAtMs <= asOfMs) ?? own[0]
  return ruling?.currency === currency ? BigInt(ruling.amountMinor) : undefined
}

/** D181: of the contracts whose due lines add up to more than 0. */
function thresholdsOfContracts(
  { referrals }: World,
  due: Ledger['entries'],
  currency: string,
): readonly bigint[] {
  const sums = sumBy(
    due,
    ({ contractId }) => contractId ?? '',
    ({ amountMinor }) => amountMinor,
  )
  return referrals
    .flatMap(({ contracts }) => contracts)
    .filter(({ id }) => (sums.get(id) ?? 0n) > 0n)
    .flatMap(({ rules }) =>
      'threshold' in rules ? [rules.threshold as { amountMinor: string; currency: string }] : [],
    )
    .filter((threshold) => threshold.currency === currency)
    .map(({ amountMinor }) => BigInt(amountMinor))
}

const total = (entries: Ledger['entries']): bigint =>
  entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
