import { type TermsRules as SentRules, toSavedRules } from '@affiliate-platform/contract'
import * as limits from '@affiliate-platform/contract/limits'
import type { Issue } from '../errors/issue.ts'
import type { TermsVersion } from '../records/terms-rules.ts'
import type { ExpectedIdentity } from '../settings/client-options.ts'
import { checkIdentity, toWanted } from './check-identity.ts'
import { extra } from './extra.ts'

/** What was sent for a version. */
export interface SentTerms {
  readonly membershipId: string
  readonly rules: SentRules
  readonly effectiveAt: string | undefined
  /** How long ago the service may have been asked first; Infinity for an action that may be a repeat. */
  readonly elapsedMs: number
}

// Interface 1: clients verify the record identity and the state.
/** Compares a saved version with what was sent. */
export function checkVersion(
  version: TermsVersion,
  sent: SentTerms,
  { expected, dateMs }: { readonly expected: ExpectedIdentity | undefined; readonly dateMs: number },
): readonly Issue[] {
  const { target, rules, effectiveAt } = version
  return [
    ...checkTarget(target.id, [sent.membershipId, expected?.membershipId]),
    ...checkIdentity(version, toWanted(expected), ''),
    ...checkRules(rules, toSavedRules(sent.rules)),
    ...checkStart(Date.parse(effectiveAt), sent, dateMs),
  ]
}

function checkTarget(id: string, wanted: readonly (string | undefined)[]): readonly Issue[] {
  if (wanted.every((text) => text === undefined || text.toLowerCase() === id.toLowerCase())) return []
  return [{ pointer: '/target/id', code: 'other_record', message: 'The membership of the request.' }]
}

function checkRules(saved: object, sent: object): readonly Issue[] {
  return Object.entries(sent).flatMap(([member, value]) => {
    if (isSaved(value, extra(saved)[member])) return []
    return [{ pointer: `/rules/${member}`, code: 'rules_differ', message: 'As it was sent.' }]
  })
}

// Kinds of sale are a set; a later service may add members to what was sent.
function isSaved(sent: unknown, saved: unknown): boolean {
  if (typeof sent !== 'object' || sent === null || typeof saved !== 'object' || saved === null)
    return sent === saved
  if (Array.isArray(sent) && Array.isArray(saved)) {
    return sent.length === saved.length && sent.every((entry) => saved.some((other) => isSaved(entry, other)))
  }
  return Object.entries(sent).every(([member, value]) => isSaved(value, extra(saved)[member]))
}

// The service takes an instant that has just passed for its own now (interface 4.1); without one it takes its own now,
// which its `Date` tells in whole seconds. Without a `Date` there is nothing to compare with.
function checkStart(savedMs: number, sent: SentTerms, dateMs: number): readonly Issue[] {
  const skewMs = limits.effectiveAtSkewMs
  const sentMs = Date.parse(sent.effectiveAt ?? '')
  const [earliestMs, latestMs] =
    sent.effectiveAt === undefined
      ? [dateMs - sent.elapsedMs - skewMs, dateMs + 999 + skewMs]
      : [sentMs, sentMs + skewMs]
  if (!(savedMs < earliestMs || savedMs > latestMs)) return []
  const message = sent.effectiveAt === undefined ? 'The time of the request.' : 'As it was sent.'
  return [{ pointer: '/effectiveAt', code: 'effective_at_differs', message }]
}
