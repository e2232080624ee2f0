import type { Issue, SavedTermsRules, TermsRules } from '@affiliate-platform/contract'
import {
  decideTermsVersion,
  type IdempotencyClaim,
  type IdempotencyRecord,
  type TermsVersionRecord,
} from '@affiliate-platform/contract/server'
import type { Database, Transaction } from '../database/statements/database.ts'
import { newIdAfter } from '../database/statements/new-id.ts'
import { findIdempotencyRecord, insertIdempotencyRecord } from '../idempotency/store.ts'
import { findApplyingVersion, insertTermsVersion } from './store.ts'
import { findRulesBefore, lockTermsTarget, type TermsTarget } from './targets.ts'

/** Terms that an operator saves for a program, a group or a membership. */
export interface OperatorTerms {
  readonly workspaceId: string
  readonly target: TermsTarget
  readonly rules: TermsRules
  /** Milliseconds since 1970; `undefined`: at once. Never in the past. */
  readonly effectiveAtMs: number | undefined
  /** The operator's name. */
  readonly operator: string
  /** Decides all the same, and saves nothing. */
  readonly isDryRun?: boolean | undefined
}

/** The version and the rules that applied to its target before, its own or inherited; or why there is none. */
export type TermsSetting =
  | {
      readonly ok: true
      readonly version: TermsVersionRecord
      readonly before: SavedTermsRules | undefined
    }
  | { readonly ok: false; readonly rejection: 'unknown_target' }
  | { readonly ok: false; readonly rejection: 'rules_rejected'; readonly issues: readonly Issue[] }

/**
 * Saves terms by the rules of the interface (4.1), for an operator instead of an API key. Those of a program or a group
 * apply to the members who have none of their own, and like all terms only to referrals that are made later.
 */
export async function setTerms(database: Database, terms: OperatorTerms): Promise<TermsSetting> {
  return await database.transaction(async (tx) => setLocked(tx, terms, await lock(tx, terms)))
}

/**
 * The same, once for a claim.
 *
 * @returns what the claim has saved before, whatever is in force by now
 */
export async function setTermsOnce(
  database: Database,
  terms: OperatorTerms,
  claim: IdempotencyClaim,
): Promise<TermsSetting | { readonly ok: true; readonly first: IdempotencyRecord }> {
  return await database.transaction(async (tx) => {
    // The lock comes first: whoever waits for it reads what the other one has saved.
    const locked = await lock(tx, terms)
    const first = await findIdempotencyRecord(tx, claim)
    if (first !== undefined) return { ok: true, first }
    const set = await setLocked(tx, terms, locked)
    if (set.ok && locked !== undefined) {
      const body = JSON.stringify({ id: set.version.id })
      insertIdempotencyRecord(tx, claim, { status: 200, body, nowMs: locked.nowMs })
    }
    return set
  })
}

const lock = (tx: Transaction, { workspaceId, target }: OperatorTerms) =>
  lockTermsTarget(tx, workspaceId, target)

async function setLocked(
  tx: Transaction,
  terms: OperatorTerms,
  locked: Awaited<ReturnType<typeof lock>>,
): Promise<TermsSetting> {
  const { workspaceId, target, rules, effectiveAtMs, operator } = terms
  if (locked === undefined) return { ok: false, rejection: 'unknown_target' }
  const { appId, programId, nowMs, inheritsFrom } = locked
  const applying = { workspaceId, targetId: target.id, nowMs: undefined }
  const supersedes = await findApplyingVersion(tx, applying, effectiveAtMs)
  const decided = decideTermsVersion({
    programId,
    nowMs,
    targetId: target.id,
    supersedes,
    rules,
    ...(effectiveAtMs !== undefined && { effectiveAt: new Date(effectiveAtMs).toISOString() }),
    author: { operator },
    newIdAfter,
  })
  if ('issues' in decided) return { ok: false, rejection: 'rules_rejected', issues: decided.issues }
  const { version } = decided
  const targets = [target.id, ...inheritsFrom]
  const before = await findRulesBefore(tx, { workspaceId, targets }, version.effectiveAtMs)
  if (!terms.isDryRun) insertTermsVersion(tx, { workspaceId, appId, kind: target.kind }, version)
  return { ok: true, version, before }
}
