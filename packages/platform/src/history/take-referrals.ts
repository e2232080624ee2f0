import type { Statement, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { lockShops } from '../posting/lock-shops.ts'
import { postAllIn } from '../posting/post-shop.ts'
import { type HistoryScope, sourceNames } from './store.ts'
import { insertRecords, type TakenRow } from './taken-rows.ts'

const told = (parameter: number): string => `jsonb_to_recordset($${parameter}) as told(
        "recordId" uuid, "programRecordId" uuid, "memberRecordId" uuid, "shopDomain" text, "installedAt" timestamptz,
        "evidenceAt" timestamptz, "isOver" boolean, "contractId" uuid, rules jsonb, "evidenceId" uuid, kind text,
        reason text, "endReason" text,
        "countsFrom" timestamptz
      )`

const ensureShopsStatement: Statement = {
  name: 'history_ensure_shops',
  text: `
    insert into shop_postings (workspace_id, app_id, shop_domain)
    select $1, $2, shop.domain from unnest($3::text[]) as shop (domain) order by shop.domain
    on conflict (workspace_id, app_id, shop_domain) do nothing`,
}

// One whose shop was referred meanwhile is not made. What is over is made as that: its shop may have another one.
const insertStatement: Statement = {
  name: 'history_insert_referrals',
  text: `
    with made as (
      insert into referrals as made
        (workspace_id, id, app_id, program_id, membership_id, shop_domain, installed_at, earns_install_reward, actor,
         created_at, voided_at)
      select $1, told."recordId", $2, told."programRecordId", told."memberRecordId", told."shopDomain",
        told."installedAt", false, $4, date_trunc('milliseconds', now()),
        case when told."isOver" then date_trunc('milliseconds', now()) end
      from ${told(3)}
      on conflict do nothing
      returning id
    ), contracts as (
      insert into referral_contracts
        (workspace_id, id, referral_id, rules, applies_from, reason, actor, created_at)
      select $1, told."contractId", made.id, told.rules, greatest($5, told."countsFrom"), told.reason, $4, date_trunc('milliseconds', now())
      from made join ${told(3)} on told."recordId" = made.id
    ), evidence as (
      insert into referral_evidence (workspace_id, id, referral_id, kind, occurred_at, reason, actor)
      select $1, told."evidenceId", made.id, told.kind, told."evidenceAt", told.reason, $4
      from made join ${told(3)} on told."recordId" = made.id
    )
    select id from made`,
}

const insertVoidsStatement: Statement = {
  name: 'history_insert_voids',
  text: `
    insert into referral_voids (workspace_id, referral_id, reason, actor)
    select $1, told."recordId", told."endReason", $2
    from ${told(3)}
    where told."isOver" and exists (
      select from referrals where workspace_id = $1 and id = told."recordId"
    )
    on conflict (workspace_id, referral_id) do nothing`,
}

const insertBackfillsStatement: Statement = {
  name: 'history_insert_backfills',
  text: `
    insert into sale_backfills (workspace_id, app_id, shop_domain)
    select distinct $1::uuid, $2::uuid, shop.domain from unnest($3::text[]) as shop (domain)
    on conflict (workspace_id, app_id, shop_domain) do nothing`,
}

const listPostedStatement: Statement = {
  name: 'history_list_shops_with_sales',
  text: `
    select distinct shop.domain as "shopDomain"
    from unnest($3::text[]) as shop (domain)
    cross join lateral (
      select 1 from app_transactions
      where workspace_id = $1 and app_id = $2 and shop_domain = shop.domain
      limit 1
    ) sold
    order by 1`,
}

const setAsideStatement: Statement = {
  name: 'history_set_referrals_aside',
  text: `
    update history_rows set reason = 'shop_referred_here'
    where workspace_id = $1 and import_id = $2 and kind = 'referral' and source_id = any($3::text[])`,
}

interface ReferralContent {
  readonly rules: object
  readonly isFromAnalytics: boolean
  /** Sales before it earn nothing, whatever the cut-over. */
  readonly countsFrom: string | null
}

/** Adds referrals, each with what was promised for it, from the cut-over on; what is over by now is voided. */
export async function takeReferrals(
  tx: Transaction,
  scope: HistoryScope,
  rows: readonly TakenRow[],
): Promise<void> {
  const { workspaceId, appId, actor, cutOverAt } = scope
  const referrals = rows.map((row) => toReferral(row, sourceNames[scope.source]))
  const added = referrals.filter(({ isKnown }) => !isKnown)
  const shops = added.flatMap(({ shopDomain }) => shopDomain ?? [])
  await tx.query(ensureShopsStatement, [workspaceId, appId, shops])
  await lockShops(tx, scope, shops)
  const values = [workspaceId, appId, JSON.stringify(added), actor, cutOverAt]
  const made = await tx.query<{ id: string }>(insertStatement, values)
  await tx.query(insertVoidsStatement, [workspaceId, actor, JSON.stringify(referrals)])
  await insertRecords(tx, scope, { kind: 'referral', rows: keepMade(added, made) })
  const lost = added.filter((row) => !made.some(({ id }) => id === row.recordId))
  await tx.query(setAsideStatement, [workspaceId, scope.importId, lost.map(({ sourceId }) => sourceId)])
  await tx.query(insertBackfillsStatement, [workspaceId, appId, shops])
  await postSales(tx, scope, shops)
}

function toReferral(row: TakenRow, label: string) {
  const { rules, isFromAnalytics, countsFrom } = JSON.parse(row.content) as ReferralContent
  return {
    ...{
      ...row,
      rules,
      countsFrom,
      installedAt: row.occurredAt,
      evidenceAt: row.occurredAt,
      isOver: row.endedAt !== null,
    },
    ...{ contractId: newId(), evidenceId: newId(), kind: isFromAnalytics ? 'analytics' : 'claim' },
    reason: `${label} referral ${row.sourceId}`,
    endReason: `ended in ${label} at ${row.endedAt?.toISOString()}`,
  }
}

const keepMade = <Row extends TakenRow>(
  rows: readonly Row[],
  made: readonly { id: string }[],
): readonly Row[] => {
  const ids = new Set(made.map(({ id }) => id))
  return rows.filter(({ recordId }) => ids.has(recordId))
}

// Sales that are here already, of a referral before: those from the cut-over on earn by the new one.
async function postSales(
  tx: Transaction,
  { workspaceId, appId, actor }: HistoryScope,
  shops: readonly string[],
): Promise<void> {
  const sold = await tx.query<{ shopDomain: string }>(listPostedStatement, [workspaceId, appId, shops])
  for (const { shopDomain } of sold)
    await postAllIn(tx, { workspaceId, appId, shopDomain, actor, runId: null })
}
