import type { CaseAnswer, CaseKind } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { Installation } from '../install-events/merge-installs.ts'
import { type AttributionCase, findCase } from './cases.ts'
import { decide, type Verdict } from './decide.ts'
import {
  areSalesRead,
  decideAlone,
  type ForeseenAnswer,
  foreseeAnswers,
  readPostedShop,
} from './foresee-answers.ts'
import { readHistory } from './read-history.ts'
import type { NamedBy, ShopHistory } from './shop-history.ts'

/** A piece of evidence as a person reads it. */
export interface ReportedEvidence {
  readonly id: string
  readonly kind: NamedBy
  readonly membershipId: string
  readonly memberName: string
  readonly code: string | null
  /** What a claim says. */
  readonly claim: string | null
  readonly occurredAt: Date
  readonly toldAt: Date
  /** How often the member's links were followed in the day before it, and in the 28 days before; null where not counted. */
  readonly dayClicks: number | null
  readonly clicksBefore: number | null
  readonly verdict: Verdict
}

export interface MadeDecision {
  readonly revision: number
  readonly decision: CaseAnswer
  readonly reason: string
  readonly actor: string
  readonly createdAt: Date
}

/** Everything that a person needs to decide a case. */
export interface CaseToDecide {
  readonly case: AttributionCase
  readonly installations: readonly Installation[]
  readonly isComplete: boolean
  /** All evidence of the shop, in the order of time. */
  readonly evidence: readonly ReportedEvidence[]
  /** The referral that the shop has. */
  readonly living: ShopHistory['living']
  /** What of it is in payouts. */
  readonly paid: readonly { readonly currency: string; readonly amountMinor: string }[]
  /** Who would have referred the shop without any decision of a person. */
  readonly aloneMembershipId: string | null
  readonly answers: readonly ForeseenAnswer[]
  /** Whether the sales of the shop are known: they are read once somebody has referred it. */
  readonly areSalesRead: boolean
  /** What was decided of it, the latest first. */
  readonly decisions: readonly MadeDecision[]
  /** The other open cases of the shop. */
  readonly others: readonly OtherCase[]
  readonly claims: ClaimRecord
  readonly memberNames: ReadonlyMap<string, string>
}

/** Another case of a shop. */
export interface OtherCase {
  readonly id: string
  readonly kind: CaseKind
  readonly memberName: string
}

/** How the claims of a member were decided. */
export interface ClaimRecord {
  readonly decided: number
  readonly accepted: number
  readonly waiting: number
}

const listEvidenceStatement: Statement = {
  name: 'attribution_list_told_evidence',
  text: `
    select evidence.id, evidence.kind, evidence.membership_id as "membershipId", membership.member_name as "memberName",
      link.code, evidence.reason as claim, evidence.occurred_at as "occurredAt", evidence.created_at as "toldAt",
      evidence.day_clicks as "dayClicks", evidence.clicks_before as "clicksBefore"
    from evidence
    join memberships membership on membership.workspace_id = $1 and membership.id = evidence.membership_id
    left join links link on link.workspace_id = $1 and link.id = evidence.link_id
    where evidence.workspace_id = $1 and evidence.app_id = $2 and evidence.shop_domain = $3
    order by evidence.occurred_at, evidence.id`,
}

const listDecisionsStatement: Statement = {
  name: 'attribution_list_decisions',
  text: `
    select revision, decision, reason, actor, created_at as "createdAt"
    from attribution_decisions
    where workspace_id = $1 and case_id = $2
    order by revision desc`,
}

const listOthersStatement: Statement = {
  name: 'attribution_list_other_cases',
  text: `
    select held.id, held.kind, membership.member_name as "memberName"
    from evidence
    join attribution_cases held on held.workspace_id = $1 and held.evidence_id = evidence.id
    join memberships membership on membership.workspace_id = $1 and membership.id = evidence.membership_id
    where evidence.workspace_id = $1 and evidence.app_id = $2 and evidence.shop_domain = $3 and held.id <> $4
      and not exists (select from attribution_decisions where workspace_id = $1 and case_id = held.id)
    order by held.id`,
}

const countClaimsStatement: Statement = {
  name: 'attribution_count_claims',
  text: `
    select count(decision.decision)::integer as decided,
      (count(*) filter (where decision.decision = 'accept'))::integer as accepted,
      (count(*) filter (where decision.decision is null))::integer as waiting
    from evidence
    join attribution_cases held on held.workspace_id = $1 and held.evidence_id = evidence.id and held.kind = 'claim'
    left join lateral (
      select decision from attribution_decisions
      where workspace_id = $1 and case_id = held.id
      order by revision desc
      limit 1
    ) decision on true
    where evidence.workspace_id = $1 and evidence.membership_id = $2 and evidence.kind = 'claim'`,
}

const sumPaidStatement: Statement = {
  name: 'attribution_sum_paid',
  text: `
    select currency, sum(amount_minor)::text as "amountMinor"
    from commissions
    where workspace_id = $1 and referral_id = $2 and payout_id is not null
    group by currency
    order by currency`,
}

const nameStatement: Statement = {
  name: 'attribution_name_member',
  text: 'select member_name as name from memberships where workspace_id = $1 and id = $2',
}

/** Reads a case with all that decides it, and what each answer would lead to. */
export async function readCase(
  database: Queryable,
  key: { readonly workspaceId: string; readonly caseId: string; readonly now: Date },
): Promise<CaseToDecide | undefined> {
  const { workspaceId, caseId, now } = key
  const found = await findCase(database, key)
  if (found === undefined) return undefined
  const shop = { workspaceId, appId: found.appId, shopDomain: found.shopDomain }
  const at = [workspaceId, found.appId, found.shopDomain]
  const [history, posted, evidence, decisions, others, [claims]] = await Promise.all([
    readHistory(database, shop),
    readPostedShop(database, shop),
    database.query<Omit<ReportedEvidence, 'verdict'>>(listEvidenceStatement, at),
    database.query<MadeDecision>(listDecisionsStatement, [workspaceId, caseId]),
    database.query<OtherCase>(listOthersStatement, [...at, caseId]),
    database.query<ClaimRecord>(countClaimsStatement, [workspaceId, found.membershipId]),
  ])
  const { verdicts } = decide(history)
  const { living } = history
  return {
    ...{ case: found, decisions, others, living },
    ...{ installations: history.installations, isComplete: history.isComplete },
    evidence: evidence.map((one) => ({ ...one, verdict: verdicts.get(one.id) ?? 'no_install' })),
    areSalesRead: areSalesRead(posted),
    aloneMembershipId: decideAlone(history),
    answers: foreseeAnswers({ history, shop: posted, now }, found.evidenceId),
    claims: claims ?? { decided: 0, accepted: 0, waiting: 0 },
    ...(await readLiving(database, workspaceId, { living, evidence })),
  }
}

/** Reads what was paid of the referral that a shop has, and how everybody is called. */
async function readLiving(
  database: Queryable,
  workspaceId: string,
  known: {
    readonly living: ShopHistory['living']
    readonly evidence: readonly Omit<ReportedEvidence, 'verdict'>[]
  },
): Promise<Pick<CaseToDecide, 'paid' | 'memberNames'>> {
  const { living, evidence } = known
  const memberNames = new Map(evidence.map(({ membershipId, memberName }) => [membershipId, memberName]))
  if (living === undefined) return { paid: [], memberNames }
  const [paid, [named]] = await Promise.all([
    database.query<CaseToDecide['paid'][number]>(sumPaidStatement, [workspaceId, living.id]),
    database.query<{ readonly name: string }>(nameStatement, [workspaceId, living.membershipId]),
  ])
  if (named !== undefined) memberNames.set(living.membershipId, named.name)
  return { paid, memberNames }
}
