import { attributeShop } from '../attribution/attribute-shop.ts'
import { recordEvidence } from '../attribution/record-evidence.ts'
import type { Queryable, Statement, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type HistoryScope, sourceNames } from './store.ts'
import { insertRecords, type TakenRow } from './taken-rows.ts'

// Of a referral that was not made because its shop was referred meanwhile, nothing is told.
const insertApprovalsStatement: Statement = {
  name: 'history_insert_approvals',
  text: `
    insert into referral_evidence (workspace_id, id, referral_id, kind, occurred_at, reason, actor)
    select $1, told."recordId", referral.id, 'claim', told."occurredAt", told.decided, $2
    from jsonb_to_recordset($3) as told(
      "recordId" uuid, "referralRecordId" uuid, "occurredAt" timestamptz, decided text
    )
    join referrals referral on referral.workspace_id = $1 and referral.id = told."referralRecordId"`,
}

const insertCasesStatement: Statement = {
  name: 'history_insert_cases',
  text: `
    insert into attribution_cases (workspace_id, id, evidence_id, kind)
    select $1, told.id, told."evidenceId", 'claim'
    from jsonb_to_recordset($2) as told(id uuid, "evidenceId" uuid)
    on conflict (workspace_id, evidence_id, kind) do nothing`,
}

const rejectStatement: Statement = {
  name: 'history_reject_claims',
  text: `
    insert into attribution_decisions (workspace_id, case_id, revision, decision, reason, actor)
    select $1, held.id, 1, 'reject', told.reason, $3
    from jsonb_to_recordset($2) as told("evidenceId" uuid, reason text)
    join attribution_cases held on held.workspace_id = $1 and held.evidence_id = told."evidenceId"
    on conflict (workspace_id, case_id, revision) do nothing`,
}

interface ClaimContent {
  readonly notes: string | null
  readonly decidedBy: string | null
  readonly decisionNotes: string | null
}

type Claim = ReturnType<typeof toClaim>

/**
 * Adds claims: one that waits is asked about here, one that was rejected stays rejected, and what was approved is told of
 * its referral. Of one that was asked about here and was decided there since, nobody is asked any more.
 */
export async function takeClaims(
  tx: Transaction,
  scope: HistoryScope,
  rows: readonly TakenRow[],
): Promise<void> {
  const claims = rows.map((row) => toClaim(row, sourceNames[scope.source]))
  const added = claims.filter(({ isKnown }) => !isKnown)
  const of = (state: string) => added.filter((claim) => claim.state === state)
  const rejected = await recordAll(tx, scope, of('rejected'))
  const cases = rejected.map(({ recordId: evidenceId }) => ({ evidenceId, id: newId() }))
  await tx.query(insertCasesStatement, [scope.workspaceId, JSON.stringify(cases)])
  const approved = of('approved')
  await tx.query(insertApprovalsStatement, [scope.workspaceId, scope.actor, JSON.stringify(approved)])
  const pending = await recordAll(tx, scope, of('pending'))
  for (const { shopDomain } of pending) await attributeShop(tx, { ...scope, shopDomain })
  const decided = [...rejected, ...claims.filter(({ isKnown, state }) => isKnown && state !== 'pending')]
  await rejectClaims(
    tx,
    scope,
    decided.map((claim) => ({ evidenceId: claim.recordId, reason: claim.decided })),
  )
  await insertRecords(tx, scope, { kind: 'claim', rows: [...rejected, ...approved, ...pending] })
}

function toClaim(row: TakenRow, label: string) {
  const { notes, decidedBy, decisionNotes } = JSON.parse(row.content) as ClaimContent
  const by = decidedBy === null ? '' : ` by ${decidedBy}`
  const because = decisionNotes === null ? '' : `: ${decisionNotes}`
  return {
    ...{ ...row, shopDomain: row.shopDomain ?? '' },
    reason: notes ?? `claimed in ${label}`,
    decided: `${row.state} in ${label} at ${row.endedAt?.toISOString()}${by}${because}`,
  }
}

/** Records what members have said, with the ids that it has here. In the order of the shops, which wait for one another. */
async function recordAll(
  tx: Transaction,
  scope: HistoryScope,
  claims: readonly Claim[],
): Promise<readonly Claim[]> {
  const recorded: Claim[] = []
  for (const claim of claims.toSorted((a, b) => (a.shopDomain < b.shopDomain ? -1 : 1)))
    recorded.push({ ...claim, recordId: await record(tx, scope, claim) })
  return recorded
}

async function record(tx: Queryable, scope: HistoryScope, claim: Claim): Promise<string> {
  const { workspaceId, appId, actor, importId, source } = scope
  const { shopDomain, memberRecordId, occurredAt, state, sourceId, reason } = claim
  const evidence = {
    ...{ workspaceId, appId, actor, shopDomain, membershipId: memberRecordId ?? '', linkId: null },
    ...({ kind: 'claim', occurredAtMs: occurredAt?.getTime(), reason } as const),
  }
  if (state === 'rejected')
    return (await recordEvidence(tx, { ...evidence, sourceId: `${source} ${sourceId}` })).id
  // As the member's own word here, which is then the same. One that was decided before is another.
  const name = `${shopDomain} ${memberRecordId}`
  const { id, isNew } = await recordEvidence(tx, { ...evidence, sourceId: name })
  return isNew ? id : (await recordEvidence(tx, { ...evidence, sourceId: `${name} ${importId}` })).id
}

/** Rejects claims that nobody has decided. */
export async function rejectClaims(
  tx: Queryable,
  { workspaceId, actor }: Pick<HistoryScope, 'workspaceId' | 'actor'>,
  claims: readonly { readonly evidenceId: string; readonly reason: string }[],
): Promise<void> {
  await tx.query(rejectStatement, [workspaceId, JSON.stringify(claims), actor])
}
