import { scale } from '@affiliate-platform/test-support/guarantee-scale'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Evidence, LivingReferral } from '../../src/attribution/shop-history.ts'
import { mergeInstalls, type ReportedEvent } from '../../src/install-events/merge-installs.ts'
import { hourMs, startMs, type Told, type ToldHistory, tell, toldHistories } from './told-history.ts'

const numRuns = scale({ quick: 2000, soak: 100_000 })

/** The referral, whichever evidence that says the same it was made with. */
const toOutcome = ({ living, decision }: Told) => {
  const { id: _id, evidenceId: _evidence, isPaid: _paid, ...referral } = living ?? {}
  return { referral, verdicts: Object.fromEntries([...decision.verdicts].sort()) }
}

test('the same facts in any order and any batches give the same referral [D54] [D334]', () => {
  fc.assert(
    fc.property(toldHistories, fc.integer({ min: 1, max: 5 }), fc.gen(), (history, batch, gen) => {
      const facts = gen(() => fc.shuffledSubarray([...history.facts], { minLength: history.facts.length }))
      expect(toOutcome(tell({ ...history, facts }, { batch }))).toEqual(toOutcome(tell(history)))
    }),
    { numRuns },
  )
})

test('what was paid is changed by a person alone, and what it would be is a case [D334]', () => {
  fc.assert(
    fc.property(toldHistories, fc.nat({ max: 6 }), (told, paidAfter) => {
      const history = { ...told, facts: told.facts.filter(isUndecided) }
      const paid = tell({ ...history, facts: history.facts.slice(0, paidAfter) })
      const all = tell(history, { paidAfter })
      const free = tell(history)
      if (paid.living === undefined) return
      expect(all.living?.id).toBe(paid.living.id)
      const isLate = [...all.cases].some((held) => held.startsWith('late'))
      if (JSON.stringify(toOutcome(free).referral) !== JSON.stringify(toOutcome(all).referral)) {
        expect(isLate).toBe(true)
      }
    }),
    { numRuns },
  )
})

const isUndecided = (fact: ToldHistory['facts'][number]): boolean =>
  fact.told === 'event' || fact.evidence.verdict === null

test('every piece of evidence has a verdict, and one at most is accepted [D334]', () => {
  fc.assert(
    fc.property(toldHistories, (history) => {
      const { decision, living } = tell(history)
      const pieces = history.facts.flatMap((fact) => (fact.told === 'evidence' ? [fact.evidence] : []))
      expect([...decision.verdicts.keys()].sort()).toEqual(pieces.map(({ id }) => id).sort())
      const accepted = [...decision.verdicts].filter(([, verdict]) => verdict === 'accepted')
      expect(accepted.length).toBe(living === undefined ? 0 : 1)
    }),
    { numRuns },
  )
})

test('whom a person said that nobody brought has no referral, but by what is accepted after that [D473]', () => {
  let ruledOut = 0
  fc.assert(
    fc.property(toldHistories, (history) => {
      const pieces = history.facts.flatMap((fact) => (fact.told === 'evidence' ? [fact.evidence] : []))
      const saidAt = (verdict: Evidence['verdict']) =>
        Math.max(0, ...pieces.filter((one) => one.verdict === verdict).map((one) => one.decidedAtMs ?? 0))
      const nobodyAtMs = saidAt('nobody')
      if (nobodyAtMs === 0) return
      const { living, decision } = tell(history)
      if (living === undefined) {
        ruledOut += 1
        return
      }
      const made = pieces.find(({ id }) => id === living.evidenceId)
      expect([made?.verdict, (made?.decidedAtMs ?? 0) > nobodyAtMs]).toEqual(['accept', true])
      const others = pieces.filter(
        ({ verdict, kind }) => verdict === 'nobody' || (verdict === null && kind !== 'claim'),
      )
      expect(new Set(others.map(({ id }) => decision.verdicts.get(id)))).toEqual(new Set(['nobody']))
    }),
    { numRuns },
  )
  expect(ruledOut).toBeGreaterThan(numRuns / 20)
})

test('what an operator made stays whatever else is told, until a person accepts a case [D334]', () => {
  const living: LivingReferral = {
    ...{ id: 'made', membershipId: 'ada', evidenceId: null, termsVersionId: 'terms', isPaid: false },
    ...{ originalInstallMs: startMs, appliesFromMs: startMs, earnsInstallReward: true, createdAtMs: startMs },
  }
  fc.assert(
    fc.property(toldHistories, ({ facts, ...history }) => {
      expect(tell({ ...history, facts: facts.filter(isUndecided) }, { living }).living).toEqual(living)
    }),
    { numRuns },
  )
})

test('of clicks before the first install within the window, the first one wins [D54]', () => {
  const hours = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(hours, (before) => {
      const installedAtMs = startMs + 1000 * hourMs
      const history: ToldHistory = {
        ...{ isComplete: true, allowExistingShops: false, windowDays: 30 },
        facts: [
          { told: 'event', event: { kind: 'installed', atMs: installedAtMs, source: 'partner' } },
          ...before.map((hour) => ({
            told: 'evidence' as const,
            evidence: {
              ...{ id: `${hour}`, kind: 'analytics' as const, membershipId: `of ${hour}`, code: `${hour}` },
              ...{
                occurredAtMs: installedAtMs - hour * hourMs,
                verdict: null,
                decidedAtMs: null,
                decidedBecause: null,
              },
              ...{ voidedBecause: null, isWithdrawn: false, clicks: null, closed: null, isOwnShop: false },
            },
          })),
        ],
      }
      const within = before.filter((hour) => hour <= 30 * 24)
      const made = {
        membershipId: `of ${Math.max(...within)}`,
        originalInstallMs: installedAtMs,
        appliesFromMs: installedAtMs,
        earnsInstallReward: true,
      }
      expect(tell(history).living).toEqual(within.length > 0 ? expect.objectContaining(made) : undefined)
    }),
    { numRuns: 200 },
  )
})

test.each([
  [7 * 24, { originalInstallMs: startMs, appliesFromMs: startMs, earnsInstallReward: true }],
  [7 * 24 + 1, undefined],
])(
  'a code that is typed %i hours after the install counts as of it within the window of 7 days [D334]',
  (hours, living) => {
    const code: Evidence = {
      ...{
        id: 'typed',
        kind: 'coupon',
        membershipId: 'ada',
        code: 'ada',
        occurredAtMs: startMs + hours * hourMs,
      },
      ...{
        verdict: null,
        decidedAtMs: null,
        decidedBecause: null,
        voidedBecause: null,
        isWithdrawn: false,
        clicks: null,
        closed: null,
        isOwnShop: false,
      },
    }
    const history: ToldHistory = {
      ...{ isComplete: true, allowExistingShops: false, windowDays: 7 },
      facts: [
        { told: 'event', event: { kind: 'installed', atMs: startMs, source: 'bridge' } },
        { told: 'evidence', evidence: code },
      ],
    }
    expect(tell(history).living).toEqual(living && expect.objectContaining(living))
    expect(tell(history).decision.verdicts.get('typed')).toBe(living ? 'accepted' : 'existing_shop')
  },
)

test('of two codes that are typed after an install, the one that was typed first wins [D54] [D334]', () => {
  const type = (membershipId: string, hours: number): ToldHistory['facts'][number] => ({
    told: 'evidence',
    evidence: {
      ...{ id: membershipId, kind: 'coupon', membershipId, code: membershipId },
      ...{ occurredAtMs: startMs + hours * hourMs, verdict: null, decidedAtMs: null, decidedBecause: null },
      ...{ voidedBecause: null, isWithdrawn: false, clicks: null, closed: null, isOwnShop: false },
    },
  })
  const history: ToldHistory = {
    ...{ isComplete: true, allowExistingShops: false, windowDays: 7 },
    facts: [
      { told: 'event', event: { kind: 'installed', atMs: startMs, source: 'bridge' } },
      type('ada', 2),
      type('zoe', 1),
    ],
  }
  expect(tell(history).living?.membershipId).toBe('zoe')
  expect(Object.fromEntries(tell(history).decision.verdicts)).toEqual({ zoe: 'accepted', ada: 'conflict' })
})

test.each([0, 5000, -5000, hourMs, -hourMs])(
  'two sources whose clocks differ by %i ms tell of one install each [D333]',
  (skewMs) => {
    const gaps = fc.array(fc.integer({ min: 5, max: 500 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(gaps, fc.infiniteStream(fc.constantFrom('both', 'partner')), (apart, seen) => {
        let atMs = startMs
        const partner = apart.map((hours, index): ReportedEvent => {
          atMs += hours * hourMs
          return { kind: index % 2 === 0 ? 'installed' : 'uninstalled', atMs, source: 'partner' }
        })
        const bridge = partner
          .filter(() => seen.next().value === 'both')
          .map((event): ReportedEvent => ({ ...event, atMs: event.atMs + skewMs, source: 'bridge' }))
        expect(mergeInstalls([...bridge, ...partner])).toEqual(mergeInstalls(partner))
      }),
      { numRuns: 500 },
    )
  },
)

test('install, uninstall and reinstall within minutes stay three events [D333]', () => {
  const minuteMs = 60_000
  const of = (source: ReportedEvent['source'], skewMs: number) =>
    [0, 2, 4].map((minutes, index) => ({
      kind: index % 2 === 0 ? ('installed' as const) : ('uninstalled' as const),
      atMs: startMs + minutes * minuteMs + skewMs,
      source,
    }))
  const installations = [
    { fromMs: startMs, untilMs: startMs + 2 * minuteMs },
    { fromMs: startMs + 4 * minuteMs, untilMs: undefined },
  ]
  expect(mergeInstalls([...of('partner', 0), ...of('bridge', 5000)])).toEqual(installations)
  // The Partner API is late, and the app alone knows of the reinstall.
  const early = [...of('partner', 0).slice(0, 2), ...of('bridge', 0).slice(2)]
  expect(mergeInstalls(early)).toEqual(installations)
})

test('a ledger that was lost tells of no new install, and an uninstall alone of an older one [D333]', () => {
  const event = (kind: ReportedEvent['kind'], hours: number, source: ReportedEvent['source'] = 'bridge') => ({
    ...{ kind, source },
    atMs: startMs + hours * hourMs,
  })
  expect(mergeInstalls([event('installed', 0, 'partner'), event('installed', 900)])).toEqual([
    { fromMs: startMs, untilMs: undefined },
  ])
  expect(mergeInstalls([event('uninstalled', 5), event('installed', 9)])).toEqual([
    { fromMs: startMs + 5 * hourMs, untilMs: startMs + 5 * hourMs },
    { fromMs: startMs + 9 * hourMs, untilMs: undefined },
  ])
  expect(mergeInstalls([event('deactivated', 5)])).toEqual([])
})
