import type { CaseAnswer } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import type { MemberKey } from './find-claims-closed.ts'
import { joinLastDecision } from './last-decision-sql.ts'

/** A claim as its member sees it: nothing of it tells whether the shop has the app, or who has referred it. */
export interface OwnClaim {
  readonly id: string
  readonly shopDomain: string
  readonly words: string
  readonly occurredAt: Date
  readonly filedAt: Date
  readonly answer: ClaimAnswer | null
}

/** What a person has said of a claim last. */
export interface ClaimAnswer {
  /** `taken_back` is what was accepted, and counts no more. */
  readonly kind: 'accepted' | 'declined' | 'taken_back'
  /** Null where it is the word of nobody: another decision has taken its place. */
  readonly reason: string | null
  readonly at: Date
}

interface Row extends Omit<OwnClaim, 'answer'> {
  readonly decision: CaseAnswer | null
  readonly reason: string
  readonly decidedAt: Date
  readonly wasAccepted: boolean
  /** How the last referral ended that was made with it; null where it goes on, or another of the member has taken its place. */
  readonly voidedAt: Date | null
  readonly voidedBecause: string | null
}

const listStatement: Statement = {
  name: 'claim_list_own',
  text: `
    select evidence.id, evidence.shop_domain as "shopDomain", evidence.reason as words,
      evidence.occurred_at as "occurredAt", evidence.created_at as "filedAt",
      decided.decision, decided.reason, decided.created_at as "decidedAt",
      exists (
        select from attribution_cases held
        join attribution_decisions earlier on earlier.workspace_id = $1 and earlier.case_id = held.id
        where held.workspace_id = $1 and held.evidence_id = evidence.id and earlier.decision = 'accept'
      ) as "wasAccepted",
      voided.created_at as "voidedAt", voided.reason as "voidedBecause"
    from evidence ${joinLastDecision}
    left join lateral (
      select void.created_at, case when void.actor <> 'system' then void.reason end as reason
      from referral_evidence made
      join referral_voids void on void.workspace_id = $1 and void.referral_id = made.referral_id
      where made.workspace_id = $1 and made.evidence_id = evidence.id
        and not exists (
          select from referrals living
          where living.workspace_id = $1 and living.app_id = evidence.app_id and living.membership_id = $2
            and living.shop_domain = evidence.shop_domain and living.voided_at is null
        )
      order by void.created_at desc
      limit 1
    ) voided on true
    where evidence.workspace_id = $1 and evidence.membership_id = $2 and evidence.kind = 'claim'
      and ($3::uuid is null or evidence.id < $3)
    order by evidence.id desc
    limit $4`,
}

/** Lists the claims of a member with what was said of each, the latest first. */
export async function listOwnClaims(
  database: Queryable,
  { workspaceId, membershipId }: MemberKey,
  { after, limit }: ListPage,
): Promise<readonly OwnClaim[]> {
  const values = [workspaceId, membershipId, after ?? null, limit]
  const rows = await database.query<Row>(listStatement, values)
  return rows.map(({ id, shopDomain, words, occurredAt, filedAt, ...row }) => ({
    ...{ id, shopDomain, words, occurredAt, filedAt },
    answer: toAnswer(row),
  }))
}

function toAnswer({
  decision,
  reason,
  decidedAt,
  wasAccepted,
  ...row
}: Omit<Row, keyof OwnClaim>): ClaimAnswer | null {
  if (decision === null) return null
  if (decision !== 'accept') {
    return { kind: wasAccepted ? 'taken_back' : 'declined', reason, at: decidedAt }
  }
  // Accepted again after that, it counts once more.
  if (row.voidedAt === null || row.voidedAt < decidedAt) return { kind: 'accepted', reason, at: decidedAt }
  return { kind: 'taken_back', reason: row.voidedBecause, at: row.voidedAt }
}
