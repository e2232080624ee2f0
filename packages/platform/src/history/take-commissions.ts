import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type HistoryScope, sourceNames } from './store.ts'
import { takeCommissionsBack } from './take-commissions-back.ts'

// In the order that names the index (D135).
const ofPayouts = `
      select found.* from unnest($5::text[]) as paid (id)
      cross join lateral (
        select * from history_rows
        where workspace_id = $1 and import_id = $2 and payout_id = paid.id
        order by number
        offset 0
      ) found
      where found.kind = 'commission' and found.reason is null and not found.is_known`

const ofNames = `
      select found.* from unnest($5::text[]) as told (id)
      cross join lateral (
        select * from history_rows
        where workspace_id = $1 and import_id = $2 and kind = 'commission' and source_id = told.id
        limit 1
      ) found`

/** Whether a row of a referral is one of here. */
export const isReferralHere = `(reason is null or reason = 'shop_changed')`

// Each looks its member and its referral up. A referral that is not the same member's is none of this commission.
const selectCommissions = (rows: string): string => `
    select
      $1::uuid, row.record_id, $3::uuid, program.record_id, member.record_id, referral.record_id, row.currency,
      case when row.amount_minor < 0 then 'reversal' else 'accrual' end, 'imported', row.amount_minor,
      $6::text || ' commission ' || row.source_id, row.occurred_at, row.occurred_at, $4::text, payout.record_id
    from (${rows}) row
    cross join lateral (
      select record_id from history_rows
      where workspace_id = $1 and import_id = $2 and kind = 'program' and source_id = row.program_id
      limit 1
    ) program
    cross join lateral (
      select record_id from history_rows
      where workspace_id = $1 and import_id = $2 and kind = 'member' and source_id = row.member_id
      limit 1
    ) member
    left join lateral (
      select record_id from history_rows
      where workspace_id = $1 and import_id = $2 and kind = 'referral' and source_id = row.referral_id
        and member_id = row.member_id and ${isReferralHere}
      limit 1
    ) referral on true
    left join lateral (
      select record_id from history_rows
      where workspace_id = $1 and import_id = $2 and kind = 'payout' and source_id = row.payout_id
      limit 1
    ) payout on true`

const insertInto = `
    insert into commissions as made
      (workspace_id, id, app_id, program_id, membership_id, referral_id, currency, entry, cause, amount_minor, reason,
       accrued_at, available_at, actor, payout_id)`

/** Adds the new commissions of some payouts. */
export const insertPaidStatement: Statement = {
  name: 'history_insert_paid',
  text: `${insertInto}${selectCommissions(ofPayouts)}`,
}

/** Records what the commissions of some payouts have become. */
export const recordPaidStatement: Statement = {
  name: 'history_record_paid',
  text: `
    insert into history_records (workspace_id, app_id, source, kind, source_id, import_id, record_id)
    select $1, $3, $4, 'commission', source_id, $2, record_id
    from (${ofPayouts}) row`,
}

const listOpenStatement: Statement = {
  name: 'history_list_open',
  text: `
    select source_id as "sourceId", record_id as "recordId", is_known as "isKnown", state = 'cancelled' as "isCancelled",
      ended_at as "endedAt", reason, number
    from history_rows
    where workspace_id = $1 and import_id = $2 and kind = 'commission' and payout_id is null and number > $3
    order by number
    limit $4`,
}

const insertOpenStatement: Statement = {
  name: 'history_insert_open',
  text: `
    with made as (
      ${insertInto}${selectCommissions(ofNames)}
      returning membership_id, currency
    )
    select distinct membership_id as "membershipId", currency from made`,
}

const recordOpenStatement: Statement = {
  name: 'history_record_open',
  text: `
    insert into history_records (workspace_id, app_id, source, kind, source_id, import_id, record_id)
    select $1, $3, $4, 'commission', source_id, $2, record_id
    from (${ofNames}) row`,
}

// Nothing open is paid before somebody has decided that it is owed here (D422).
const holdStatement: Statement = {
  name: 'history_hold_open',
  text: `
    insert into payout_exclusions (workspace_id, id, app_id, membership_id, currency, is_excluded, reason, actor)
    select $1, told.id, $2, told."membershipId", told.currency, true, $5, $4
    from jsonb_to_recordset($3) as told(id uuid, "membershipId" uuid, currency text)
    where (
      select is_excluded from payout_exclusions latest
      where latest.workspace_id = $1 and latest.membership_id = told."membershipId"
        and (latest.currency is null or latest.currency = told.currency)
      order by latest.id desc
      limit 1
    ) is not true`,
}

/** Why a member is left out of payout runs until somebody has looked at it. */
const openReason = (source: string): string =>
  `open commissions of ${source} were imported: decide whether they are owed here`

interface OpenRow {
  readonly sourceId: string
  readonly recordId: string
  readonly isKnown: boolean
  readonly isCancelled: boolean
  readonly endedAt: Date | null
  readonly reason: string | null
  readonly number: number
}

/** Adds the next open commissions, and leaves their members out of payout runs. Returns how many, and the place of the last. */
export async function takeOpen(
  tx: Queryable,
  scope: HistoryScope,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly done: number; readonly last: number } | undefined> {
  const { workspaceId, importId, appId, source, actor } = scope
  const label = sourceNames[source]
  const rows = await tx.query<OpenRow>(listOpenStatement, [workspaceId, importId, after, limit])
  const taken = rows.filter(({ reason }) => reason === null)
  const insert = async (some: readonly OpenRow[]) => {
    const names = some.map(({ sourceId }) => sourceId)
    const members = await tx.query<object>(insertOpenStatement, [
      ...[workspaceId, importId, appId, actor, names, label],
    ])
    await tx.query(recordOpenStatement, [workspaceId, importId, appId, source, names])
    return members
  }
  const added = taken.filter(({ isKnown }) => !isKnown)
  const held = await insert(added.filter(({ isCancelled }) => !isCancelled))
  await insert(added.filter(({ isCancelled }) => isCancelled))
  const cancelled = taken.filter(({ isCancelled }) => isCancelled)
  await takeCommissionsBack(tx, scope, { rows: cancelled, reason: `cancelled in ${label}` })
  await holdMembers(tx, scope, held)
  const last = rows.at(-1)
  return last && { done: rows.length, last: last.number }
}

/** Leaves members out of payout runs in a currency until somebody has looked at what is open. */
export async function holdMembers(
  tx: Queryable,
  { workspaceId, appId, source, actor }: HistoryScope,
  held: readonly object[],
): Promise<void> {
  const holds = JSON.stringify(held.map((pair) => ({ ...pair, id: newId() })))
  await tx.query(holdStatement, [workspaceId, appId, holds, actor, openReason(sourceNames[source])])
}
