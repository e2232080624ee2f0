import {
  checkEffectiveAt,
  checkTermsRules,
  headerNames,
  limits,
  parseBody,
  saveTermsRequestSchema,
  toSavedRules,
} from '@affiliate-platform/contract'
import type { FakeMembership } from './build-records.ts'
import { type Outcome, refuse } from './fake-answer.ts'

/** A request to save terms, as the fake reads it. */
export interface FakeTermsRequest {
  readonly apiKey: string
  readonly membershipId: string
  readonly idempotencyKey: string | undefined
  readonly body: unknown
}

/** Makes the terms operation over a few memberships. */
export function createFakeTerms(
  memberships: readonly FakeMembership[],
  nowMs: () => number,
): (request: FakeTermsRequest) => Outcome {
  const latestVersionIds = new Map<string, string>()
  const replays = new Map<string, { readonly fingerprint: string; readonly body: string }>()

  return (request) => {
    const { idempotencyKey } = request
    if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) {
      const message = `1 to ${limits.idempotencyKeyCharactersMax} visible ASCII characters.`
      return refuse('invalid_idempotency_key', [
        { header: 'Idempotency-Key', code: 'invalid_format', message },
      ])
    }
    const checked = parseBody(saveTermsRequestSchema, request.body)
    if (!checked.ok) return refuse('invalid_request', checked.issues)
    const membership = memberships.find(({ id }) => id === request.membershipId.toLowerCase())
    if (membership === undefined) return refuse('access_denied')

    const scope = JSON.stringify([request.apiKey, membership.id, idempotencyKey])
    const fingerprint = canonical(request.body)
    const replay = idempotencyKey === undefined ? undefined : replays.get(scope)
    if (replay !== undefined && replay.fingerprint !== fingerprint) return refuse('idempotency_key_reused')
    if (replay !== undefined)
      return { body: replay.body, headers: { [headerNames.idempotencyReplayed]: 'true' } }

    const { rules } = checked.value
    const now = nowMs()
    const effectiveAtMs =
      checked.value.effectiveAt === undefined ? now : Date.parse(checked.value.effectiveAt)
    const issues = [...checkTermsRules(rules), ...checkEffectiveAt(effectiveAtMs, now)]
    if (issues.length > 0) return refuse('terms_rejected', issues)

    const version = {
      id: crypto.randomUUID(),
      programId: membership.programId,
      target: { kind: 'membership', id: membership.id },
      rules: toSavedRules(rules),
      effectiveAt: new Date(Math.max(effectiveAtMs, now)).toISOString(),
      createdAt: new Date(now).toISOString(),
      supersedes: latestVersionIds.get(membership.id) ?? null,
    }
    latestVersionIds.set(membership.id, version.id)
    const body = JSON.stringify(version)
    if (idempotencyKey !== undefined) replays.set(scope, { fingerprint, body })
    return { body }
  }
}

const isIdempotencyKey = (key: string): boolean =>
  /^[\x21-\x7e]+$/.test(key) && key.length <= limits.idempotencyKeyCharactersMax

// Key order and white space do not make another body.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
