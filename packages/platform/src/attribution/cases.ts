import type { CaseAnswer, CaseKind } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import { isWithdrawnSql } from './is-withdrawn-sql.ts'
import type { NamedBy } from './shop-history.ts'

/** What a person has to decide, or has decided. */
export interface AttributionCase {
  readonly id: string
  readonly kind: CaseKind
  readonly appId: string
  readonly shopDomain: string
  readonly membershipId: string
  readonly memberName: string
  readonly evidenceId: string
  readonly evidence: NamedBy
  readonly code: string | null
  readonly occurredAt: Date
  /** How often the member's links were followed in the day before it; null where that was not counted. */
  readonly dayClicks: number | null
  /** What a claim says. */
  readonly claim: string | null
  /** What was decided last. */
  readonly decision: CaseAnswer | null
  readonly reason: string | null
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
  /** How often it was decided. */
  readonly revision: number
  readonly createdAt: Date
}

const columns = `
      held.id, held.kind, evidence.app_id as "appId", evidence.shop_domain as "shopDomain",
      evidence.membership_id as "membershipId", membership.member_name as "memberName",
      held.evidence_id as "evidenceId", evidence.kind as evidence, link.code, evidence.occurred_at as "occurredAt", evidence.day_clicks as "dayClicks",
      evidence.reason as claim, decision.decision, decision.reason, decision.actor as "decidedBy",
      decision.created_at as "decidedAt", coalesce(decision.revision, 0) as revision, held.created_at as "createdAt"`

const joins = `
    join evidence on evidence.workspace_id = $1 and evidence.id = held.evidence_id
    join memberships membership on membership.workspace_id = $1 and membership.id = evidence.membership_id
    left join links link on link.workspace_id = $1 and link.id = evidence.link_id
    left join lateral (
      select * from attribution_decisions
      where workspace_id = $1 and case_id = held.id
      order by revision desc
      limit 1
    ) decision on true`

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

const listDecidedStatement: Statement = {
  name: 'attribution_list_decided_cases',
  text: `
    select ${columns}
    from attribution_cases held
    ${joins}
    where held.workspace_id = $1 and decision.decision is not null and ($2::uuid is null or held.id < $2)
    order by held.id desc
    limit $3`,
}

const findStatement: Statement = {
  name: 'attribution_find_case',
  text: `
    select ${columns}
    from attribution_cases held
    ${joins}
    where held.workspace_id = $1 and held.id = $2`,
}

const countStatement: Statement = {
  name: 'attribution_count_open_cases',
  text: `
    select count(*)::integer as count
    from attribution_cases held
    join evidence on evidence.workspace_id = $1 and evidence.id = held.evidence_id
    where held.workspace_id = $1 and not ${isWithdrawnSql} and not exists (
      select from attribution_decisions where workspace_id = $1 and case_id = held.id
    )`,
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

/** Lists the cases of a workspace that were decided, the newest first. */
export async function listDecidedCases(
  database: Queryable,
  workspaceId: string,
  { after, limit }: ListPage,
): Promise<readonly AttributionCase[]> {
  return await database.query<AttributionCase>(listDecidedStatement, [workspaceId, after ?? null, limit])
}

/** Counts the cases of a workspace that wait for a decision. */
export async function countOpenCases(database: Queryable, workspaceId: string): Promise<number> {
  const [row] = await database.query<{ readonly count: number }>(countStatement, [workspaceId])
  return row?.count ?? 0
}

/** Finds a case with what was decided of it last. */
export async function findCase(
  database: Queryable,
  { workspaceId, caseId }: { readonly workspaceId: string; readonly caseId: string },
): Promise<AttributionCase | undefined> {
  const [found] = await database.query<AttributionCase>(findStatement, [workspaceId, caseId])
  return found
}
