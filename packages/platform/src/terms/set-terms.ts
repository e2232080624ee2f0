import type { Issue, TermsRules } from '@affiliate-platform/contract'
import { decideTermsVersion, type TermsVersionRecord } from '@affiliate-platform/contract/server'
import type { Database, Transaction } from '../database/database.ts'
import { newIdAfter } from '../database/new-id.ts'
import { findMembership } from '../memberships/store.ts'
import { findApplyingVersion, insertTermsVersion, lockMembership } from './store.ts'

/** Terms that an operator saves for a membership. */
export interface OperatorTerms {
  readonly workspaceId: string
  readonly membershipId: string
  readonly rules: TermsRules
  /** Milliseconds since 1970; `undefined`: at once. Never in the past. */
  readonly effectiveAtMs: number | undefined
  /** The operator's name. */
  readonly operator: string
}

/** The saved version, or why there is none. */
export type TermsSetting =
  | { readonly ok: true; readonly version: TermsVersionRecord }
  | { readonly ok: false; readonly refusal: 'unknown_membership' }
  | { readonly ok: false; readonly refusal: 'rules_rejected'; readonly issues: readonly Issue[] }

/** Saves terms for a membership by the rules of the interface (4.1), for an operator instead of an API key. */
export async function setTerms(database: Database, terms: OperatorTerms): Promise<TermsSetting> {
  return await database.transaction((tx) => setTermsIn(tx, terms))
}

async function setTermsIn(tx: Transaction, terms: OperatorTerms): Promise<TermsSetting> {
  const { workspaceId, membershipId, rules, effectiveAtMs, operator } = terms
  const membership = await findMembership(tx, { workspaceId, id: membershipId })
  if (membership === undefined) return { ok: false, refusal: 'unknown_membership' }
  const scope = { workspaceId, appId: membership.appId, membershipId, nowMs: undefined }
  const locked = await lockMembership(tx, scope)
  if (locked === undefined) return { ok: false, refusal: 'unknown_membership' }
  const supersedes = await findApplyingVersion(tx, scope, effectiveAtMs)
  const decided = decideTermsVersion({
    ...{ ...locked, membershipId, supersedes, rules },
    ...(effectiveAtMs !== undefined && { effectiveAt: new Date(effectiveAtMs).toISOString() }),
    ...{ author: { operator }, newIdAfter },
  })
  if ('issues' in decided) return { ok: false, refusal: 'rules_rejected', issues: decided.issues }
  insertTermsVersion(tx, scope, decided.version)
  return { ok: true, version: decided.version }
}
