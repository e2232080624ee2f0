import { decidePair, type PairRules } from '@affiliate-platform/commission-engine'
import { describe, expect, it } from 'vitest'
import { decideRun, type PayableEntry } from './decide-run.ts'

const sums = { membershipId: 'm1', currency: 'USD', sumMinor: 500n, heldMinor: 0n }
const noRules: PairRules = { thresholdMinor: 0n, excludedBecause: null }
const entry = (id: string, changes: Partial<PayableEntry> = {}): PayableEntry => ({
  id,
  membershipId: 'm1',
  currency: 'USD',
  amountMinor: 100n,
  availableAtMs: 10,
  payoutId: null,
  ...changes,
})

describe('decidePair', () => {
  it.each([
    ['paid', 500n, 500n],
    ['below_threshold', 499n, 500n],
    ['paid', 1n, 0n],
    ['nothing_due', 0n, 0n],
    ['nothing_due', -1n, 500n],
  ] as const)('says %s of %i with the threshold %i', (decision, sumMinor, thresholdMinor) => {
    expect(decidePair({ ...sums, sumMinor }, { ...noRules, thresholdMinor })).toMatchObject({
      decision,
      warnings: [],
    })
  })

  it('warns where the terms have no threshold for the currency, and takes 0 [D56]', () => {
    const decision = decidePair(sums, { ...noRules, thresholdMinor: undefined })
    expect(decision).toMatchObject({
      decision: 'paid',
      thresholdMinor: 0n,
      warnings: ['no_threshold_for_currency'],
    })
  })

  it.each([500n, 1n, 0n, -1n])('excludes %i with the reason of the operator', (sumMinor) => {
    const decision = decidePair(
      { ...sums, sumMinor },
      { thresholdMinor: 100n, excludedBecause: 'documents missing' },
    )
    expect(decision).toMatchObject({ decision: 'excluded', reason: 'documents missing' })
  })
})

describe('decideRun', () => {
  it('keeps memberships and currencies apart, in their order', () => {
    const entries = [
      entry('a', { membershipId: 'm2' }),
      entry('b', { currency: 'EUR' }),
      entry('c'),
      entry('d', { amountMinor: -30n }),
    ]
    const decisions = decideRun(entries, 10, () => noRules)

    expect(
      decisions.map(({ membershipId, currency, sumMinor, lines }) => [
        membershipId,
        currency,
        sumMinor,
        lines,
      ]),
    ).toEqual([
      ['m1', 'EUR', 100n, ['b']],
      ['m1', 'USD', 70n, ['c', 'd']],
      ['m2', 'USD', 100n, ['a']],
    ])
  })

  it('leaves out what a living payout has, and counts what is held apart', () => {
    const entries = [entry('a', { payoutId: 'p1' }), entry('b'), entry('c', { availableAtMs: 11 })]

    expect(decideRun(entries, 10, () => noRules)).toMatchObject([
      { sumMinor: 100n, heldMinor: 100n, lines: ['b'] },
    ])
    expect(decideRun(entries, 9, () => noRules)).toMatchObject([
      { decision: 'nothing_due', heldMinor: 200n, lines: [] },
    ])
  })

  it('asks for the rules of each pair', () => {
    const rulesOf = (membershipId: string, currency: string): PairRules => ({
      thresholdMinor: currency === 'EUR' ? 101n : 100n,
      excludedBecause: membershipId === 'm2' ? 'asked to wait' : null,
    })
    const entries = [entry('a'), entry('b', { currency: 'EUR' }), entry('c', { membershipId: 'm2' })]

    expect(decideRun(entries, 10, rulesOf).map(({ decision }) => decision)).toEqual([
      'below_threshold',
      'paid',
      'excluded',
    ])
  })
})
