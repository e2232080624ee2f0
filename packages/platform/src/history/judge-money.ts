import type { Queryable, Statement } from '../database/statements/database.ts'
import { setRowsAside, staged, takenSql } from './set-aside.ts'
import type { HistoryScope } from './store.ts'

// Early payouts name no program: all of their commissions do.
const findMembersStatement: Statement = {
  name: 'history_find_members_of_payouts',
  isSlow: true,
  text: `
    update history_rows row set member_id = found.member_id
    from (
      select payout_id, min(member_id) as member_id
      from history_rows
      where workspace_id = $1 and import_id = $2 and kind = 'commission' and payout_id is not null
      group by payout_id
      having min(member_id) = max(member_id)
    ) found
    where ${staged} and row.kind = 'payout' and row.member_id is null and row.source_id = found.payout_id
      and found.member_id like (row.content ->> 'affiliateId') || '/%'`,
}

// What was not paid is open, whichever payout it waits in.
const openStatement: Statement = {
  name: 'history_open_commissions',
  isSlow: true,
  text: `
    update history_rows row set payout_id = null
    where ${staged} and row.kind = 'commission' and row.payout_id in (
      select source_id from history_rows
      where workspace_id = $1 and import_id = $2 and kind = 'payout' and reason = 'not_paid'
    )`,
}

const ofPayouts: readonly Statement[] = [
  setRowsAside('payout', 'member_unclear', 'row.member_id is null'),
  setRowsAside('payout', 'unknown_member', `${takenSql('member', 'row.member_id')} is null`),
]

// In one pass: there may be millions of them.
const ofCommissionsStatement: Statement = {
  name: 'history_judge_commissions',
  isSlow: true,
  text: `
    update history_rows row set reason = judged.reason
    from (
      select
        told.source_id,
        case
          when member.source_id is null then 'unknown_member'
          when told.payout_id is not null and payout.source_id is null then 'unknown_payout'
          when payout.member_id <> told.member_id then 'payout_of_another_member'
          when told.payout_id is null and not told.is_known and told.occurred_at >= $3
            and (told.content ->> 'isSale')::boolean then 'after_cut_over'
        end as reason
      from (
        select * from history_rows
        where workspace_id = $1 and import_id = $2 and kind = 'commission' and reason is null
      ) told
      left join (
        select source_id from history_rows
        where workspace_id = $1 and import_id = $2 and kind = 'member' and reason is null
      ) member on member.source_id = told.member_id
      left join (
        select source_id, member_id from history_rows
        where workspace_id = $1 and import_id = $2 and kind = 'payout' and reason is null
      ) payout on payout.source_id = told.payout_id
    ) judged
    where ${staged} and row.kind = 'commission' and row.source_id = judged.source_id and judged.reason is not null`,
}

// What was deleted there since it was imported is taken back here.
const takeBackStatement: Statement = {
  name: 'history_take_back_deleted',
  isSlow: true,
  text: `
    update history_rows row set reason = null, state = 'cancelled', payout_id = null,
      ended_at = date_trunc('milliseconds', now())
    where ${staged} and row.kind = 'commission' and row.reason = 'deleted' and row.is_known`,
}

// PartnerDex computed some sales anew whose commissions it had from Mantle. What is open of the two is owed once.
const doubledStatement = setRowsAside(
  'commission',
  'doubled',
  `row.state = 'active' and row.payout_id is null and not row.is_known and exists (
        select from history_rows other
        where other.workspace_id = $1 and other.import_id = $2 and other.kind = 'commission' and other.reason is null
          and other.state = 'active' and other.referral_id = row.referral_id
          and date_trunc('day', other.occurred_at, 'UTC') = date_trunc('day', row.occurred_at, 'UTC')
          and abs(other.amount_minor - row.amount_minor) <= 1
          and other.content ->> 'origin' <> row.content ->> 'origin'
          and (row.content ->> 'origin' = 'computed' or other.payout_id is not null)
      )`,
)

// What another import of the same export has brought in its currency stays as it is.
const keepKnownStatement: Statement = {
  name: 'history_keep_known',
  isSlow: true,
  text: `
    update history_rows row set reason = null
    where ${staged} and row.reason = 'other_currency' and row.is_known`,
}

// What is known of a commission here, where it was imported before.
const knownSql = (condition: string): string => `row.is_known and exists (
        select from commissions commission
        where commission.workspace_id = $1 and commission.id = row.record_id and ${condition}
      )`

const ofKnown: readonly Statement[] = [
  setRowsAside('commission', 'amount_changed', knownSql('commission.amount_minor <> row.amount_minor')),
  setRowsAside(
    'commission',
    'payout_imported_before',
    `exists (
        select from history_rows payout
        where payout.workspace_id = $1 and payout.import_id = $2 and payout.kind = 'payout'
          and payout.source_id = row.payout_id and payout.is_known
      ) and not exists (
        select from commissions commission
        where commission.workspace_id = $1 and commission.id = row.record_id and commission.payout_id is not null
      )`,
  ),
  // Paid by a payout of ours, before its source said that it was paid or cancelled there.
  setRowsAside(
    'commission',
    'paid_here',
    `(row.payout_id is not null or row.state = 'cancelled') and ${knownSql(`commission.payout_id is not null and commission.payout_id is distinct from (
        select payout.record_id from history_rows payout
        where payout.workspace_id = $1 and payout.import_id = $2 and payout.kind = 'payout'
          and payout.source_id = row.payout_id
        limit 1
      )`)}`,
  ),
]

/** Whether a row is of a sale that can have begun a term there: one that was not cancelled, whether it is taken here or not. */
export const canBeginTerm = `kind = 'commission' and state = 'active' and occurred_at is not null
        and (content ->> 'isSale')::boolean`

const beginStatement: Statement = {
  name: 'history_begin_terms',
  isSlow: true,
  text: `
    update history_rows row set occurred_at = first.occurred_at
    from (
      select referral_id, member_id, min(occurred_at) as occurred_at
      from history_rows
      where workspace_id = $1 and import_id = $2 and ${canBeginTerm} and referral_id is not null
      group by referral_id, member_id
    ) first
    where ${staged} and row.kind = 'referral' and row.source_id = first.referral_id
      and row.member_id = first.member_id`,
}

const addUpStatement: Statement = {
  name: 'history_add_up_payouts',
  isSlow: true,
  text: `
    update history_rows row set line_count = found.lines, lines_minor = found.sum_minor
    from (
      select payout_id, count(*)::integer as lines, sum(amount_minor) as sum_minor
      from history_rows
      where workspace_id = $1 and import_id = $2 and kind = 'commission' and reason is null and payout_id is not null
      group by payout_id
    ) found
    where ${staged} and row.kind = 'payout' and row.reason is null and row.source_id = found.payout_id`,
}

/** Decides of payouts and commissions, by their members and by what is here of them. */
export async function judgeMoney(
  tx: Queryable,
  { workspaceId, importId, cutOverAt }: HistoryScope,
): Promise<void> {
  const own = [workspaceId, importId]
  await tx.query(takeBackStatement, own)
  await tx.query(keepKnownStatement, own)
  await tx.query(openStatement, own)
  await tx.query(findMembersStatement, own)
  for (const statement of ofPayouts) await tx.query(statement, own)
  await tx.query(ofCommissionsStatement, [...own, cutOverAt])
  await tx.query(doubledStatement, own)
  for (const statement of ofKnown) await tx.query(statement, own)
  await tx.query(beginStatement, own)
  await tx.query(addUpStatement, own)
}
