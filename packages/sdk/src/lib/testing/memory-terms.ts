import { limits } from '@affiliate-platform/contract'
import {
  createMemoryIdempotency,
  type TermsVersionRecord,
  type WriteTerms,
} from '@affiliate-platform/contract/server'
import type { MembershipRecord } from '../records/membership-record.ts'
import type { TermsEntry } from '../records/terms-entry.ts'
import type { MemoryRow } from './memory-list.ts'

/** The terms of memberships, in memory. */
export interface MemoryTerms {
  readonly write: WriteTerms<undefined>
  /** A membership as the terms that were saved for it have made it by now. */
  apply(membership: MemoryRow): MemoryRow
}

/** Makes the terms of memberships, beginning with what their records say. */
export function createMemoryTerms(memberships: readonly MemoryRow[], nowMs: () => number): MemoryTerms {
  const saved = new Map<string, readonly Version[]>()
  const records = createMemoryIdempotency()
  let last: Promise<unknown> = Promise.resolve()
  /** All versions of a membership, the latest to take effect first. */
  const findVersions = (membership: MemoryRow) =>
    [...(saved.get(membership.summary.id) ?? []), ...(toRecord(membership).terms?.items ?? [])].sort(
      (a, b) => Date.parse(b.effectiveAt) - Date.parse(a.effectiveAt),
    )

  return {
    write: (_context, { membershipId }, run) => {
      const membership = memberships.find(({ summary }) => summary.id === membershipId)
      const programId = membership?.summary.programId
      // One write at a time, as the lock of the real one has it.
      const turn = last.then(() =>
        run({
          lockMembership: async () =>
            typeof programId === 'string' ? { programId, nowMs: nowMs() } : undefined,
          findIdempotencyRecord: async (claim) => records.find(claim),
          findApplyingVersion: async (instantMs = 0) =>
            membership && findApplying(findVersions(membership), Math.max(instantMs, nowMs()))?.id,
          newIdAfter: () => crypto.randomUUID(),
          insertVersion: (version) =>
            saved.set(membershipId, [toVersion(version), ...(saved.get(membershipId) ?? [])]),
          insertIdempotencyRecord: records.insert,
        }),
      )
      last = turn.catch(() => undefined)
      return turn
    },
    apply: (membership) =>
      saved.has(membership.summary.id)
        ? applyVersions(membership, findVersions(membership), nowMs())
        : membership,
  }
}

type Version = Omit<TermsEntry, 'state'>

const toRecord = ({ detail = {} }: MemoryRow): Partial<MembershipRecord> => detail

/** Of versions the latest first, the one that applies at an instant. */
const findApplying = <Any extends Version>(versions: readonly Any[], atMs: number): Any | undefined =>
  versions.find(({ effectiveAt }) => Date.parse(effectiveAt) <= atMs)

function toVersion({
  id,
  effectiveAtMs,
  createdAtMs,
  author,
  supersedes,
  rules,
}: TermsVersionRecord): Version {
  return {
    id,
    effectiveAt: new Date(effectiveAtMs).toISOString(),
    createdAt: new Date(createdAtMs).toISOString(),
    actor: 'keyId' in author ? `key:${author.keyId}` : `operator:${author.operator}`,
    supersedes: supersedes ?? null,
    rules,
  }
}

function applyVersions(membership: MemoryRow, versions: readonly Version[], atMs: number): MemoryRow {
  const { summary, detail } = membership
  const applying = findApplying(versions, atMs)
  const entries = versions.map(({ id, effectiveAt, createdAt, actor, supersedes, rules }): TermsEntry => {
    const started = id === applying?.id ? 'applies' : 'past'
    const state = Date.parse(effectiveAt) > atMs ? 'scheduled' : started
    return { id, state, effectiveAt, createdAt, actor, supersedes, rules }
  })
  const terms = { items: entries.slice(0, limits.recordEntriesMax), total: entries.length }
  if (applying === undefined) return { ...membership, detail: { ...detail, terms } }
  const { id, effectiveAt, rules } = applying
  const status = summary.status === 'without_terms' ? 'active' : summary.status
  const termsInForce = { id, from: 'membership', effectiveAt, rules }
  return { ...membership, summary: { ...summary, status }, detail: { ...detail, termsInForce, terms } }
}
