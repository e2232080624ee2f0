import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import { tell } from '../outbox/tell.ts'
import { attributeShop } from './attribute-shop.ts'
import { isWithdrawnSql } from './is-withdrawn-sql.ts'
import type { CaseKind } from './judge-evidence.ts'
import type { NamedBy } from './shop-history.ts'

/** What a person has to decide, or has decided. */
export interface AttributionCase {
  readonly id: string
  readonly kind: CaseKind
  readonly appId: string
  readonly shopDomain: string
  readonly membershipId: string
  readonly memberName: string
  readonly evidence: NamedBy
  readonly code: string | null
  readonly occurredAt: Date
  /** How often the member's links were followed in the day before it; null where that was not counted. */
  readonly dayClicks: number | null
  /** What a claim says. */
  readonly claim: string | null
  readonly decision: 'accept' | 'reject' | null
  readonly reason: string | null
  readonly decidedBy: string | null
  readonly createdAt: Date
}

/** A decision, and who makes it. */
export interface NewDecision {
  readonly workspaceId: string
  readonly caseId: string
  readonly decision: 'accept' | 'reject'
  readonly reason: string
  readonly actor: string
}

/** The referral of the shop after a decision, or why nothing was decided. */
export type CaseDecision =
  | { readonly ok: true; readonly referralId: string | null; readonly case: AttributionCase }
  | { readonly ok: false; readonly rejection: 'unknown_case' | 'decided_already' }

const columns = `
      held.id, held.kind, evidence.app_id as "appId", evidence.shop_domain as "shopDomain",
      evidence.membership_id as "membershipId", membership.member_name as "memberName", evidence.kind as evidence,
      link.code, evidence.occurred_at as "occurredAt", evidence.day_clicks as "dayClicks",
      evidence.reason as claim, decision.decision, decision.reason,
      decision.actor as "decidedBy", held.created_at as "createdAt"`

const joins = `
    join evidence on evidence.workspace_id = $1 and evidence.id = held.evidence_id
    join memberships membership on membership.workspace_id = $1 and membership.id = evidence.membership_id
    left join links link on link.workspace_id = $1 and link.id = evidence.link_id
    left join attribution_decisions decision on decision.workspace_id = $1 and decision.case_id = held.id`

const listStatement: Statement = {
  name: 'attribution_list_cases',
  text: `
    select ${columns}
    from attribution_cases held
    ${joins}
    where held.workspace_id = $1
      and ($2::boolean or decision.decision is null and not ${isWithdrawnSql})
      and ($3::uuid is null or held.id > $3)
    order by held.id
    limit $4`,
}

const findStatement: Statement = {
  name: 'attribution_find_case',
  text: `
    select ${columns}
    from attribution_cases held
    ${joins}
    where held.workspace_id = $1 and held.id = $2`,
}

const insertStatement: Statement = {
  name: 'attribution_insert_decision',
  text: `
    insert into attribution_decisions (workspace_id, case_id, decision, reason, actor)
    values ($1, $2, $3, $4, $5)
    on conflict (workspace_id, case_id) do nothing
    returning 1`,
}

/** Lists the cases of a workspace, oldest first: those that wait for a decision, or all. */
export async function listCases(
  database: Queryable,
  { workspaceId, isWithDecided }: { readonly workspaceId: string; readonly isWithDecided: boolean },
  { after, limit }: ListPage,
): Promise<readonly AttributionCase[]> {
  return await database.query<AttributionCase>(listStatement, [
    workspaceId,
    isWithDecided,
    after ?? null,
    limit,
  ])
}

/** Decides a case: what it is about counts from now on whatever else is known, or counts no more. */
export async function decideCase(database: Database, plan: NewDecision): Promise<CaseDecision> {
  const { workspaceId, caseId, decision, reason, actor } = plan
  return await database.transaction(async (tx) => {
    const [found] = await tx.query<AttributionCase>(findStatement, [workspaceId, caseId])
    if (found === undefined) return { ok: false, rejection: 'unknown_case' }
    const inserted = await tx.query(insertStatement, [workspaceId, caseId, decision, reason, actor])
    if (inserted.length === 0) return { ok: false, rejection: 'decided_already' }
    const { living } = await attributeShop(tx, { workspaceId, ...found })
    const referralId = living?.id ?? null
    const { appId, membershipId, kind } = found
    const data = { appId, membershipId, caseId, kind, decision, referralId }
    tell(tx, workspaceId, [{ topic: 'case.decided', data }])
    const [decided = found] = await tx.query<AttributionCase>(findStatement, [workspaceId, caseId])
    return { ok: true, referralId, case: decided }
  })
}
