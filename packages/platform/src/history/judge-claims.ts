import type { Queryable, Statement } from '../database/statements/database.ts'
import { membershipStateSql } from '../memberships/store.ts'
import { setAsideBeaten, setRowsAside, staged, takenSql } from './set-aside.ts'
import type { HistoryScope } from './store.ts'

// What was approved is told of the referral that it led to: the living one of the member for the shop, else any.
const findReferralsStatement: Statement = {
  name: 'history_find_referrals_of_claims',
  isSlow: true,
  text: `
    update history_rows row set referral_id = found.source_id
    from (
      select distinct on (member_id, shop_domain) member_id, shop_domain, source_id
      from history_rows
      where workspace_id = $1 and import_id = $2 and kind = 'referral' and reason is null
      order by member_id, shop_domain, ended_at desc nulls first, source_id
    ) found
    where ${staged} and row.kind = 'claim' and row.reason is null and row.state = 'approved'
      and row.member_id = found.member_id and row.shop_domain = found.shop_domain`,
}

const isNewPending = `row.state = 'pending' and not row.is_known`

// Whoever is known here is what they are here.
const isClosed = `exists (
        select from history_rows member
        where member.workspace_id = $1 and member.import_id = $2 and member.kind = 'member'
          and member.source_id = row.member_id and (member.state <> 'active' or member.is_known and exists (
            select from memberships membership
            where membership.workspace_id = $1 and membership.id = member.record_id
              and ${membershipStateSql('membership')} <> 'active'
          ))
      ) or exists (
        select from history_rows program
        where program.workspace_id = $1 and program.import_id = $2 and program.kind = 'program'
          and program.source_id = row.program_id and (program.ended_at is not null or program.is_known and exists (
            select from programs here
            where here.workspace_id = $1 and here.id = program.record_id and here.closed_at is not null
          ))
      )`

const referredTwiceStatement: Statement = {
  name: 'history_judge_claim_referred_twice',
  isSlow: true,
  text: `
    update history_rows row set reason = 'shop_referred_twice', detail = referral.source_id
    from history_rows referral
    where ${staged} and row.kind = 'claim' and row.reason is null and ${isNewPending}
      and referral.workspace_id = $1 and referral.import_id = $2 and referral.kind = 'referral'
      and referral.reason is null and referral.ended_at is null and referral.shop_domain = row.shop_domain`,
}

const referredHereStatement: Statement = {
  name: 'history_judge_claim_referred_here',
  isSlow: true,
  text: `
    update history_rows row set reason = 'shop_referred_here', detail = referral.id
    from referrals referral
    where ${staged} and row.kind = 'claim' and row.reason is null and ${isNewPending}
      and referral.workspace_id = $1 and referral.app_id = $3 and referral.shop_domain = row.shop_domain
      and referral.voided_at is null`,
}

const claimedHereStatement: Statement = {
  name: 'history_judge_claimed_here',
  isSlow: true,
  text: `
    update history_rows row set reason = 'claimed_twice', detail = evidence.id
    from history_rows member, evidence
    where ${staged} and row.kind = 'claim' and row.reason is null and ${isNewPending}
      and member.workspace_id = $1 and member.import_id = $2 and member.kind = 'member'
      and member.source_id = row.member_id
      and evidence.workspace_id = $1 and evidence.app_id = $3 and evidence.shop_domain = row.shop_domain
      and evidence.membership_id = member.record_id and evidence.kind = 'claim' and not exists (
        select from attribution_cases held
        join attribution_decisions decision on decision.workspace_id = $1 and decision.case_id = held.id
        where held.workspace_id = $1 and held.evidence_id = evidence.id
      )`,
}

/** Decides of claims: a person is asked only of a shop that nobody has, and nothing is decided a second time (D429). */
export async function judgeClaims(
  tx: Queryable,
  { workspaceId, importId, appId }: HistoryScope,
): Promise<void> {
  const own = [workspaceId, importId]
  await tx.query(
    setRowsAside('claim', 'unknown_member', `${takenSql('member', 'row.member_id')} is null`),
    own,
  )
  await tx.query(findReferralsStatement, own)
  const isLost = `row.state = 'approved' and row.referral_id is null and not row.is_known`
  await tx.query(setRowsAside('claim', 'approved_without_referral', isLost), own)
  await tx.query(setRowsAside('claim', 'member_not_active', `${isNewPending} and (${isClosed})`), own)
  await tx.query(referredTwiceStatement, own)
  await tx.query(referredHereStatement, [...own, appId])
  await tx.query(setAsideBeaten('claim', 'claimed_twice', 'member_id, shop_domain'), own)
  await tx.query(claimedHereStatement, [...own, appId])
}
