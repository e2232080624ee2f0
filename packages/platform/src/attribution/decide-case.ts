import type { CaseAnswer } from '@affiliate-platform/contract'
import type { Database, Statement, Transaction } from '../database/statements/database.ts'
import { tell } from '../outbox/tell.ts'
import { attributeShop } from './attribute-shop.ts'
import { type AttributionCase, findCase } from './cases.ts'

/** A decision, and who makes it. */
export interface NewDecision {
  readonly workspaceId: string
  readonly caseId: string
  readonly decision: CaseAnswer
  readonly reason: string
  readonly actor: string
  /** How many decisions of the case were seen before: it corrects the last of them. Undefined: as many as there are. */
  readonly revision?: number | undefined
}

/** The referral of the shop after a decision, or why nothing was decided. */
export type CaseDecision =
  | { readonly ok: true; readonly referralId: string | null; readonly case: AttributionCase }
  | { readonly ok: false; readonly rejection: 'unknown_case' }
  | { readonly ok: false; readonly rejection: 'decided_already'; readonly case: AttributionCase }

const insertStatement: Statement = {
  name: 'attribution_insert_decision',
  text: `
    insert into attribution_decisions (workspace_id, case_id, revision, decision, reason, actor)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (workspace_id, case_id, revision) do nothing
    returning 1`,
}

/**
 * Decides a case: what it is about counts from now on whatever else is known, or counts no more. Decided again, the last
 * decision holds: what another one led to is taken back, also what was paid (D359).
 */
export async function decideCase(database: Database, plan: NewDecision): Promise<CaseDecision> {
  const { workspaceId, caseId, decision } = plan
  return await database.transaction(async (tx) => {
    const found = await findCase(tx, plan)
    if (found === undefined) return { ok: false, rejection: 'unknown_case' }
    const isDecided = await insertNext(tx, plan, found)
    const { living } = isDecided ? await attributeShop(tx, { workspaceId, ...found }) : {}
    const decided = (await findCase(tx, plan)) ?? found
    if (!isDecided) return { ok: false, rejection: 'decided_already', case: decided }
    const referralId = living?.id ?? null
    const { appId, membershipId, kind } = found
    const data = { appId, membershipId, caseId, kind, decision, referralId }
    tell(tx, workspaceId, [{ topic: 'case.decided', data }])
    return { ok: true, referralId, case: decided }
  })
}

/** Inserts a decision, unless another one has come since those that were seen. */
async function insertNext(tx: Transaction, plan: NewDecision, known: AttributionCase): Promise<boolean> {
  const { workspaceId, caseId, decision, reason, actor, revision = known.revision } = plan
  if (revision !== known.revision) return false
  const values = [workspaceId, caseId, revision + 1, decision, reason, actor]
  return (await tx.query(insertStatement, values)).length > 0
}
