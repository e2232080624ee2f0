import type { Queryable, Statement } from '../../database/statements/database.ts'
import { newId } from '../../database/statements/new-id.ts'
import type { HistoryScope } from '../store.ts'
import { takeCommissionsBack } from '../take-commissions-back.ts'

const listStatement: Statement = {
  name: 'history_undo_list',
  text: `
    select kind || ' ' || source_id as "place", record_id as "recordId" from history_records
    where workspace_id = $1 and app_id = $2 and source = $3 and (kind, source_id) > ($5, $6 collate "C")
      and kind = any($7) and import_id = $4
    order by kind, source_id
    limit $8`,
}

// What its source has cancelled is in no sum but those of the days between: both entries are taken back on their own days.
const takeCancelledBackStatement: Statement = {
  name: 'history_undo_take_cancelled_back',
  text: `
    insert into commissions
      (workspace_id, id, app_id, program_id, membership_id, referral_id, currency, entry, cause, amount_minor, reverses,
       reason, accrued_at, available_at, actor)
    select $1, entry.id, taken.app_id, taken.program_id, taken.membership_id, taken.referral_id, taken.currency,
      case when entry.amount_minor < 0 then 'reversal' else 'accrual' end, 'imported', entry.amount_minor,
      entry.reverses, $4, entry.accrued_at, taken.available_at, $2
    from jsonb_to_recordset($3) as told("recordId" uuid, "firstId" uuid, "secondId" uuid)
    cross join lateral (
      select * from commissions where workspace_id = $1 and id = told."recordId" limit 1
    ) taken
    cross join lateral (
      select id, amount_minor, accrued_at from commissions
      where workspace_id = $1 and reverses = taken.id and cause = 'imported'
      limit 1
    ) cancelled
    cross join lateral (
      values
        (told."firstId", cancelled.id, taken.amount_minor, cancelled.accrued_at),
        (told."secondId", told."firstId", cancelled.amount_minor, taken.accrued_at)
    ) as entry (id, reverses, amount_minor, accrued_at)`,
}

const retractStatement: Statement = {
  name: 'history_undo_retract',
  text: `
    insert into payment_report_retractions (workspace_id, report_id, payout_id, reason, actor, created_at)
    select $1, report.id, report.payout_id, $3, $4, date_trunc('milliseconds', now())
    from unnest($2::uuid[]) as paid (id)
    cross join lateral (
      select id, payout_id from payment_reports where workspace_id = $1 and payout_id = paid.id
    ) report`,
}

const voidStatement: Statement = {
  name: 'history_undo_void',
  text: `
    insert into payout_voids (workspace_id, payout_id, reason, actor, created_at)
    select $1, paid.id, $3, $4, date_trunc('milliseconds', now()) from unnest($2::uuid[]) as paid (id)`,
}

interface Booked {
  readonly place: string
  readonly recordId: string
}

/** What has just been taken back, and how far that is. */
export interface TakenPart {
  readonly after: string
  readonly done: number
}

/** One batch of a step of undoing. Nothing is left of it where it returns nothing. */
export type TakeSome = (
  tx: Queryable,
  scope: HistoryScope,
  at: { readonly after: string; readonly reason: string },
) => Promise<TakenPart | undefined>

// A payout's difference is a commission without a name there.
const booked = { kinds: ['commission', 'difference'], limit: 2000 } as const
const paid = { kinds: ['payout'], limit: 200 } as const

/** Lists the next records of some kinds that an import has made, in the order of the kinds. */
async function listNext(
  tx: Queryable,
  { workspaceId, appId, source, importId }: HistoryScope,
  { after, kinds, limit }: (typeof booked | typeof paid) & { readonly after: string },
): Promise<readonly Booked[]> {
  const [kind, ...sourceId] = (after || kinds[0]).split(' ')
  return await tx.query<Booked>(listStatement, [
    ...[workspaceId, appId, source, importId, kind, sourceId.join(' '), kinds, limit],
  ])
}

const toPart = (rows: readonly Booked[]): TakenPart | undefined => {
  const last = rows.at(-1)
  return last && { after: last.place, done: rows.length }
}

/** Takes the next commissions back. Those that a payout holds are owed until it is voided, and the member nothing. */
export const takeSomeBack: TakeSome = async (tx, scope, { after, reason }) => {
  const rows = await listNext(tx, scope, { ...booked, after })
  const pairs = rows.map(({ recordId }) => ({ recordId, firstId: newId(), secondId: newId() }))
  await tx.query(takeCancelledBackStatement, [scope.workspaceId, scope.actor, JSON.stringify(pairs), reason])
  await takeCommissionsBack(tx, scope, { rows, reason })
  return toPart(rows)
}

/** Voids the next payouts: their reports are retracted before, and their commissions were taken back. */
export const voidSome: TakeSome = async (tx, scope, { after, reason }) => {
  const rows = await listNext(tx, scope, { ...paid, after })
  const values = [scope.workspaceId, rows.map(({ recordId }) => recordId), reason, scope.actor]
  await tx.query(retractStatement, values)
  await tx.query(voidStatement, values)
  return toPart(rows)
}
