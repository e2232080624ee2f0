import { createHash, randomUUID } from 'node:crypto'
import {
  checkEffectiveAt,
  checkTermsRules,
  type Issue,
  type SavedTermsRules,
  type SaveTermsRequest,
  toSavedRules,
} from '@affiliate-platform/contract'

/** A terms write that passed the schema step. */
export interface TermsWrite {
  readonly membershipId: string
  readonly idempotencyKey: string | undefined
  readonly fingerprint: Buffer
  readonly rules: SavedTermsRules
  /** Broken business rules, reported only after a replay was looked for. */
  readonly issues: readonly Issue[]
  readonly effectiveAtMs: number
  readonly nowMs: number
}

/** Where a write gets its place: what only the database knows, and the id that follows from it. */
export interface TermsPlace {
  readonly id: string
  readonly programId: string
  readonly supersedes: string | null
}

/** Prepares a write: both validations, and the fingerprint. */
export function toTermsWrite(
  { membershipId, idempotencyKey }: Pick<TermsWrite, 'membershipId' | 'idempotencyKey'>,
  { rules, effectiveAt }: SaveTermsRequest,
  body: unknown,
): TermsWrite {
  const nowMs = Date.now()
  const requestedMs = effectiveAt === undefined ? nowMs : Date.parse(effectiveAt)
  return {
    membershipId,
    idempotencyKey,
    fingerprint: createHash('sha256')
      .update(JSON.stringify(sortMembers(body)))
      .digest(),
    rules: toSavedRules(rules),
    issues: [...checkTermsRules(rules), ...checkEffectiveAt(requestedMs, nowMs)],
    effectiveAtMs: Math.max(requestedMs, nowMs),
    nowMs,
  }
}

/** The saved version as it is sent. */
export function toTermsVersion(
  write: TermsWrite,
  { id, programId, supersedes }: TermsPlace,
  createdBy: string,
) {
  return {
    id,
    programId,
    target: { kind: 'membership', id: write.membershipId },
    rules: write.rules,
    effectiveAt: new Date(write.effectiveAtMs).toISOString(),
    createdAt: new Date(write.nowMs).toISOString(),
    supersedes,
    createdBy,
  }
}

/** Gives a write its place. Of versions with one effectiveAt the greatest id applies: it must be the new one. */
export function toPlace(
  { nowMs }: TermsWrite,
  programId: string,
  supersedes: string | undefined,
): TermsPlace {
  const id = newId(nowMs)
  if (supersedes === undefined || id > supersedes) return { id, programId, supersedes: supersedes ?? null }
  const laterMs = Number.parseInt(supersedes.replaceAll('-', '').slice(0, 12), 16) + 1
  return { id: newId(laterMs), programId, supersedes }
}

/** A uuidv7. */
export function newId(nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, sortMembers(member)]))
}
