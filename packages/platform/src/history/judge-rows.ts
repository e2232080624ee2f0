import type { Queryable, Statement } from '../database/statements/database.ts'
import { joinByHash } from './join-by-hash.ts'
import { judgeClaims } from './judge-claims.ts'
import { judgeMoney } from './judge-money.ts'
import { setAsideBeaten, setRowsAside, staged, takenSql } from './set-aside.ts'
import type { HistoryScope } from './store.ts'

const ofMembers: readonly Statement[] = [
  setRowsAside('member', 'unknown_program', `${takenSql('program', 'row.program_id')} is null`),
  setRowsAside('code', 'unknown_member', `${takenSql('member', 'row.member_id')} is null`),
  setAsideBeaten('code', 'code_taken', 'lower(name)'),
  setRowsAside('referral', 'unknown_member', `${takenSql('member', 'row.member_id')} is null`),
  setAsideBeaten('referral', 'shop_referred_twice', 'shop_domain'),
  {
    ...setAsideBeaten(
      'referral',
      'shop_referred_twice',
      `coalesce(content ->> 'shopId', 'no id: ' || source_id)`,
    ),
    name: 'history_judge_shop_id_referred_twice',
  },
  // Sales come by the domain: whoever looks decides under which one they earn from now on (D438).
  {
    ...setRowsAside('referral', 'shop_changed', ''),
    text: `
    update history_rows row set reason = 'shop_changed', detail = referral.shop_domain
    from referrals referral
    where ${staged} and row.kind = 'referral' and row.reason is null and row.is_known and row.ended_at is null
      and referral.workspace_id = $1 and referral.id = row.record_id and referral.voided_at is null
      and referral.shop_domain <> row.shop_domain`,
  },
]

// What was agreed with the first import holds, whatever rules a later export says (D437).
const keepKnownStatement: Statement = {
  name: 'history_keep_known_referrals',
  isSlow: true,
  text: `
    update history_rows row set reason = null, detail = null
    where ${staged} and row.kind = 'referral' and row.reason = 'rules_unreadable' and row.is_known`,
}

// A code is a member's for ever, also that of an import that was undone: imported again, it is the same link (D430).
const findLinksStatement: Statement = {
  name: 'history_find_links',
  isSlow: true,
  text: `
    update history_rows row set record_id = link.id
    from links link, history_rows member
    where ${staged} and row.kind = 'code' and row.reason is null and not row.is_known
      and link.workspace_id = $1 and link.app_id = $3 and lower(link.code) = lower(row.name)
      and member.workspace_id = $1 and member.import_id = $2 and member.kind = 'member'
      and member.source_id = row.member_id and member.record_id = link.membership_id`,
}

// Beside what the import itself says stands what is here.
const ofTheApp: readonly Statement[] = [
  {
    ...setRowsAside('code', 'code_taken', ''),
    name: 'history_judge_code_taken_here',
    text: `
    update history_rows row set reason = 'code_taken'
    where ${staged} and row.kind = 'code' and row.reason is null and not row.is_known and exists (
      select from links link
      where link.workspace_id = $1 and link.app_id = $3 and lower(link.code) = lower(row.name)
        and link.id <> row.record_id
    )`,
  },
  {
    ...setRowsAside('referral', 'shop_referred_here', ''),
    text: `
    update history_rows row set reason = 'shop_referred_here', detail = referral.id
    from referrals referral
    where ${staged} and row.kind = 'referral' and row.reason is null and not row.is_known and row.ended_at is null
      and referral.workspace_id = $1 and referral.app_id = $3 and referral.shop_domain = row.shop_domain
      and referral.voided_at is null`,
  },
]

/** Decides of each row whether it is taken, by what stands beside it in the import and here. */
export async function judgeRows(tx: Queryable, scope: HistoryScope): Promise<void> {
  const { workspaceId, importId, appId } = scope
  const own = [workspaceId, importId]
  await joinByHash(tx)
  await tx.query(keepKnownStatement, own)
  for (const statement of ofMembers) await tx.query(statement, own)
  await tx.query(findLinksStatement, [...own, appId])
  for (const statement of ofTheApp) await tx.query(statement, [...own, appId])
  await judgeClaims(tx, scope)
  await judgeMoney(tx, scope)
}
