import type { Issue } from '../lib/issues.ts'
import type { SavedTermsRules, TermsRules, TermsVersion } from '../lib/terms.ts'
import { toSavedRules } from '../lib/terms-rules.ts'
import { saveTerms } from '../operations/terms/save-terms.ts'
import { appOf } from './caller.ts'
import { type Handler, rejectBrokenRules } from './handler.ts'
import {
  type IdempotencyClaim,
  type IdempotencyRecord,
  replayResponse,
  stillInProgress,
} from './idempotency.ts'
import { accessDenied } from './service-error.ts'

/** Which membership, seen by whom. */
export interface MembershipScope {
  readonly workspaceId: string
  readonly appId: string
  readonly membershipId: string
}

/** Who wrote a version: an API key, by its id, or an operator, by name. */
export type TermsAuthor = { readonly keyId: string } | { readonly operator: string }

/** A saved terms version. */
export interface TermsVersionRecord {
  readonly id: string
  readonly programId: string
  /** The membership; for an operator's terms it may be a group or a program. */
  readonly targetId: string
  readonly rules: SavedTermsRules
  readonly effectiveAtMs: number
  readonly createdAtMs: number
  /** The version that applied at `effectiveAt` before this one. */
  readonly supersedes: string | undefined
  readonly author: TermsAuthor
}

/** One write of terms. Reads that do not wait for one another are one round trip. */
export interface TermsWrite {
  /** Finds the membership of the caller's own app, and locks its terms until the write ends. */
  lockMembership(): Promise<{ readonly programId: string; readonly nowMs: number } | undefined>
  findIdempotencyRecord(claim: IdempotencyClaim): Promise<IdempotencyRecord | undefined>
  /** Finds the id of the membership's own version that applies at an instant, or now where that is later. */
  findApplyingVersion(instantMs: number | undefined): Promise<string | undefined>
  /** A new record id that sorts after an existing one. */
  newIdAfter(existing: string | undefined): string
  insertVersion(version: TermsVersionRecord): void
  insertIdempotencyRecord(
    claim: IdempotencyClaim,
    first: Omit<IdempotencyRecord, 'isSameRequest'> & { readonly nowMs: number },
  ): void
}

/**
 * Does one write, all or nothing; `run` may be called again from its start.
 *
 * @returns `in_progress` where another request of the same claim keeps it waiting for too long
 */
export type WriteTerms<Context> = <Written>(
  context: Context,
  target: MembershipScope & { readonly claim: IdempotencyClaim | undefined },
  run: (write: TermsWrite) => Promise<Written>,
) => Promise<Written | 'in_progress'>

/** Makes the handler that saves prospective terms (interface 4.1), in the order of D7: access, replay, rules, insert. */
export function saveTermsBy<Context>(writeTerms: WriteTerms<Context>): Handler<typeof saveTerms, Context> {
  return async ({ caller, context, pathId: membershipId, body, claim }) => {
    // 403: unknown, of another app, of another workspace: one response for all three (interface 5 rule 3).
    const app = appOf(caller)
    const sentMs = body.effectiveAt === undefined ? undefined : Date.parse(body.effectiveAt)

    const saved = await writeTerms(context, { ...app, membershipId, claim }, async (write) => {
      const [membership, first, supersedes] = await Promise.all([
        // The lock comes first: what is read after it was committed before it.
        write.lockMembership(),
        claim && write.findIdempotencyRecord(claim),
        write.findApplyingVersion(sentMs),
      ])
      if (membership === undefined) throw accessDenied()

      // A retry gets the first response again, even if the clock has since left its effectiveAt behind.
      if (first !== undefined) return replayResponse<TermsVersion>(first)

      // 400: the business step, every broken rule at once (interface 4.1 rule 1).
      const { programId, nowMs } = membership
      const author = { keyId: caller.id }
      const draft = { ...body, programId, targetId: membershipId, supersedes, author }
      const decided = decideTermsVersion({ ...draft, nowMs, newIdAfter: write.newIdAfter })
      if ('issues' in decided) throw rejectBrokenRules(saveTerms, decided.issues)
      const value = toTermsVersion(decided.version)
      write.insertVersion(decided.version)
      if (claim === undefined) return { value }
      const text = JSON.stringify(value)
      write.insertIdempotencyRecord(claim, { status: 200, body: text, nowMs })
      return { value, text }
    })

    // 409: the client's own retry came before the response to it.
    if (saved === 'in_progress') throw stillInProgress()
    return saved
  }
}

/** Terms that someone wants to save, and what is known about their target under its lock. */
export interface TermsDraft
  extends Pick<TermsVersionRecord, 'programId' | 'targetId' | 'supersedes' | 'author'> {
  readonly rules: TermsRules
  /** RFC 3339; absent: at once. */
  readonly effectiveAt?: string | undefined
  readonly nowMs: number
  readonly newIdAfter: TermsWrite['newIdAfter']
}

/** Turns a draft into the version to insert, or names every business rule that it breaks (interface 4.1 rules 1 to 4). */
export function decideTermsVersion(
  draft: TermsDraft,
): { readonly version: TermsVersionRecord } | { readonly issues: readonly Issue[] } {
  const { rules, effectiveAt, nowMs, newIdAfter, ...known } = draft
  const issues = saveTerms.check.find(draft, nowMs)
  if (issues.length > 0) return { issues }
  const version = {
    ...known,
    // Of versions with one effectiveAt the greatest id applies: it must be this one.
    id: newIdAfter(known.supersedes),
    rules: toSavedRules(rules),
    // Never before the request's time, even within the allowed skew.
    effectiveAtMs: Math.max(effectiveAt === undefined ? nowMs : Date.parse(effectiveAt), nowMs),
    createdAtMs: nowMs,
  }
  return { version }
}

/** The representation of a saved version (interface 2.3); times in UTC to the millisecond. */
export function toTermsVersion(version: TermsVersionRecord): TermsVersion {
  return {
    id: version.id,
    programId: version.programId,
    target: { kind: 'membership', id: version.targetId },
    rules: version.rules,
    effectiveAt: new Date(version.effectiveAtMs).toISOString(),
    createdAt: new Date(version.createdAtMs).toISOString(),
    supersedes: version.supersedes ?? null,
    ...('keyId' in version.author && { createdBy: version.author.keyId }),
  }
}
