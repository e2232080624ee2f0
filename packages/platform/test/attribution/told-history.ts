import fc from 'fast-check'
import { type Decision, decide } from '../../src/attribution/decide.ts'
import type { Evidence, LivingReferral, TouchTerms } from '../../src/attribution/shop-history.ts'
import { mergeInstalls, type ReportedEvent } from '../../src/install-events/merge-installs.ts'

export const hourMs = 3_600_000
export const startMs = Date.parse('2026-03-01T00:00:00Z')

/** Something that is told of a shop. */
export type Fact =
  | { readonly told: 'event'; readonly event: ReportedEvent }
  | { readonly told: 'evidence'; readonly evidence: Evidence }

/** What is told of one shop, and under which terms. */
export interface ToldHistory {
  readonly facts: readonly Fact[]
  readonly isComplete: boolean
  readonly allowExistingShops: boolean
  readonly windowDays: number
}

/** What became of a shop. */
export interface Told {
  readonly living: LivingReferral | undefined
  readonly decision: Decision
  readonly cases: ReadonlySet<string>
}

/** When a shop really had the app: installs and uninstalls take turns, most of them far apart. */
const timeline = fc
  .array(fc.oneof(fc.integer({ min: 3, max: 400 }), fc.constantFrom(0.05, 0.5)), { maxLength: 4 })
  .map((gaps) => {
    let atMs = startMs + 200 * hourMs
    return gaps.map((hours, index) => {
      atMs += Math.round(hours * hourMs)
      return { kind: index % 2 === 0 ? ('installed' as const) : ('uninstalled' as const), atMs }
    })
  })

/** The Partner API tells the time; an app's clock may be off, and some events reach only one of them. */
const told = timeline.chain((events) =>
  fc
    .record({
      skewMs: fc.constantFrom(0, 5000, -5000, hourMs, -hourMs),
      seen: fc.array(fc.constantFrom('both', 'partner', 'bridge'), {
        minLength: events.length,
        maxLength: events.length,
      }),
    })
    .map(({ skewMs, seen }) =>
      events.flatMap(({ kind, atMs }, index): readonly ReportedEvent[] => [
        ...(seen[index] === 'bridge' ? [] : [{ kind, atMs, source: 'partner' as const }]),
        ...(seen[index] === 'partner' ? [] : [{ kind, atMs: atMs + skewMs, source: 'bridge' as const }]),
      ]),
    ),
)

const members = ['ada', 'ben', 'cy'] as const

const evidence = fc
  .record({
    kind: fc.constantFrom('coupon' as const, 'analytics' as const, 'claim' as const),
    membershipId: fc.constantFrom(...members),
    hours: fc.integer({ min: 0, max: 1500 }),
    isOwnShop: fc.constantFrom(false, false, false, true),
    verdict: fc.constantFrom(null, null, null, null, 'accept' as const, 'reject' as const, 'nobody' as const),
    decidedHours: fc.integer({ min: 2000, max: 2003 }),
  })
  .map(({ hours, kind, membershipId, decidedHours, ...rest }) => ({
    ...{ kind, membershipId, ...rest, voidedBecause: null, isWithdrawn: false, clicks: null, closed: null },
    code: kind === 'claim' ? null : membershipId,
    occurredAtMs: startMs + hours * hourMs,
    decidedAtMs: rest.verdict === null ? null : startMs + decidedHours * hourMs,
    decidedBecause: rest.verdict && 'known',
  }))

/** Histories of one shop, in the order in which they are told. */
export const toldHistories: fc.Arbitrary<ToldHistory> = fc
  .record({
    events: told,
    evidence: fc.array(evidence, { maxLength: 5 }),
    isComplete: fc.constantFrom(true, true, false),
    allowExistingShops: fc.boolean(),
    windowDays: fc.constantFrom(1, 7, 30),
  })
  .chain(({ events, evidence: pieces, ...rest }) => {
    const facts: readonly Fact[] = [
      ...events.map((event) => ({ told: 'event' as const, event })),
      ...pieces.map((piece, index) => ({
        told: 'evidence' as const,
        evidence: { ...piece, id: `evidence-${index}` },
      })),
    ]
    return fc
      .shuffledSubarray([...facts], { minLength: facts.length })
      .map((shuffled) => ({ ...rest, facts: shuffled }))
  })

/**
 * Tells a history fact by fact, and makes each decision so.
 *
 * @param batch - so many facts are told at a time
 * @param paidAfter - after so many facts what was earned is paid
 * @param living - the referral that is there before anything is told. Default: none
 */
export function tell(
  { facts, isComplete, allowExistingShops, windowDays }: ToldHistory,
  {
    batch = 1,
    paidAfter = Number.POSITIVE_INFINITY,
    living,
  }: { batch?: number; paidAfter?: number; living?: LivingReferral | undefined } = {},
): Told {
  const terms = { id: 'terms', rules: { allowExistingShops, windowDays } } as TouchTerms
  const cases = new Set<string>()
  let decision: Decision | undefined
  for (let count = Math.min(batch, facts.length); ; count = Math.min(count + batch, facts.length)) {
    if (living !== undefined && count > paidAfter) living = { ...living, isPaid: true }
    const known = facts.slice(0, count)
    decision = decide({
      installations: mergeInstalls(known.flatMap((fact) => (fact.told === 'event' ? [fact.event] : []))),
      evidence: known.flatMap((fact) => (fact.told === 'evidence' ? [fact.evidence] : [])),
      isComplete,
      living,
      findTerms: () => terms,
    })
    for (const { evidenceId, kind } of decision.cases) cases.add(`${kind} ${evidenceId}`)
    if (decision.change !== 'none') living = toLiving(decision)
    if (count === facts.length) return { living, decision, cases }
  }
}

function toLiving({ change, winner }: Decision): LivingReferral | undefined {
  if (change === 'end' || winner === undefined) return undefined
  const { evidence: made, terms, originalInstallMs, appliesFromMs, earnsInstallReward } = winner
  return {
    id: made.id,
    membershipId: made.membershipId,
    evidenceId: made.id,
    ...{ originalInstallMs, appliesFromMs, earnsInstallReward, createdAtMs: appliesFromMs },
    termsVersionId: terms.id,
    isPaid: false,
  }
}
