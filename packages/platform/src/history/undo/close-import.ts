import type { Statement, Transaction } from '../../database/statements/database.ts'
import { newId } from '../../database/statements/new-id.ts'
import { lockShops } from '../../posting/lock-shops.ts'
import type { HistoryScope } from '../store.ts'
import { rejectClaims } from '../take-claims.ts'
import { holdMembers } from '../take-commissions.ts'

// Values of all: workspace, app, source, import.
const madeSql = (kind: string): string => `(
      select record_id from history_records
      where workspace_id = $1 and app_id = $2 and source = $3 and import_id = $4 and kind = '${kind}'
    )`

const listShopsStatement: Statement = {
  name: 'history_undo_list_shops',
  isSlow: true,
  text: `
    select shop_domain as "shopDomain" from referrals
    where workspace_id = $1 and voided_at is null and id in ${madeSql('referral')}
    union
    select shop_domain from evidence
    where workspace_id = $1 and id in ${madeSql('claim')}`,
}

const listClaimsStatement: Statement = {
  name: 'history_undo_list_claims',
  isSlow: true,
  text: `
    select id as "evidenceId" from evidence
    where workspace_id = $1 and id in ${madeSql('claim')}`,
}

const insertStatement: Statement = {
  name: 'history_insert_undo',
  text: 'insert into history_import_undos (workspace_id, import_id, reason, actor) values ($1, $2, $3, $4)',
}

const voidReferralsStatement: Statement = {
  name: 'history_undo_void_referrals',
  isSlow: true,
  text: `
    insert into referral_voids (workspace_id, referral_id, reason, actor)
    select $1, id, $5, $6 from referrals
    where workspace_id = $1 and voided_at is null and id in ${madeSql('referral')}`,
}

const closeProgramsStatement: Statement = {
  name: 'history_undo_close_programs',
  text: `
    update programs set closed_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and closed_at is null and id in ${madeSql('program')}`,
}

const listMembersStatement: Statement = {
  name: 'history_undo_list_members',
  isSlow: true,
  text: `
    select record_id as "membershipId" from ${madeSql('member')} made
    where (
      select state from membership_states said
      where said.workspace_id = $1 and said.membership_id = made.record_id
      order by said.created_at desc, said.id desc
      limit 1
    ) is distinct from 'closed'`,
}

const closeMembersStatement: Statement = {
  name: 'history_undo_close_members',
  text: `
    insert into membership_states (workspace_id, id, app_id, membership_id, state, reason, actor)
    select $1, told.id, $2, told."membershipId", 'closed', $4, $5
    from jsonb_to_recordset($3) as told(id uuid, "membershipId" uuid)`,
}

const listOpenStatement: Statement = {
  name: 'history_undo_list_open',
  isSlow: true,
  text: `
    select distinct membership_id as "membershipId", currency from commissions
    where workspace_id = $1 and payout_id is null and id in ${madeSql('commission')}`,
}

/** How records say why they are closed. */
export const undoneReason = (reason: string): string => `import undone: ${reason}`

/** The shops of an import's referrals and claims: their sales wait until the transaction ends. */
export async function lockReferred(tx: Transaction, scope: HistoryScope): Promise<void> {
  const { workspaceId, appId, source, importId } = scope
  const shops = await tx.query<{ shopDomain: string }>(listShopsStatement, [
    ...[workspaceId, appId, source, importId],
  ])
  const domains = shops.map(({ shopDomain }) => shopDomain)
  await lockShops(tx, scope, domains)
}

/** Says that an import is undone, and closes what it has brought: nothing can be earned or paid by it any more. */
export async function closeImport(tx: Transaction, scope: HistoryScope, reason: string): Promise<void> {
  const { workspaceId, appId, source, importId, actor } = scope
  const own = [workspaceId, appId, source, importId]
  const why = undoneReason(reason)
  await tx.query(insertStatement, [workspaceId, importId, reason, actor])
  await tx.query(voidReferralsStatement, [...own, why, actor])
  await tx.query(closeProgramsStatement, own)
  const claims = await tx.query<{ evidenceId: string }>(listClaimsStatement, own)
  await rejectClaims(
    tx,
    scope,
    claims.map((claim) => ({ ...claim, reason: why })),
  )
  const members = await tx.query<{ membershipId: string }>(listMembersStatement, own)
  const endings = JSON.stringify(members.map((member) => ({ ...member, id: newId() })))
  await tx.query(closeMembersStatement, [workspaceId, appId, endings, why, actor])
  await holdMembers(tx, scope, await tx.query<object>(listOpenStatement, own))
}
