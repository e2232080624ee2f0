import type { Queryable, Statement } from '../database/statements/database.ts'

/** Whom and what a record is about, each where it has one. */
export interface RecordAbout {
  /** Of the member; else of the program, the group or the app. */
  readonly name: string | null
  readonly shopDomain: string | null
  /** Below 0 where it takes something from the member. */
  readonly amountMinor: string | null
  readonly currency: string | null
}

/** A table with records that are about something, and the SQL of each thing. */
interface Source {
  readonly table: string
  readonly join?: string
  readonly name?: string
  readonly member?: string
  readonly shop?: string
  readonly amount?: string
  readonly currency?: string
}

const join = (table: string, id: string) =>
  `join ${table} on ${table}.workspace_id = $1 and ${table}.id = ${id}`

const ofPayout = {
  join: join('payouts', 'record.payout_id'),
  ...{ member: 'payouts.membership_id', currency: 'payouts.currency', amount: 'record.amount_minor' },
}

const ofReferral = {
  join: join('referrals', 'record.referral_id'),
  ...{ member: 'referrals.membership_id', shop: 'referrals.shop_domain' },
}

const ofMember = { member: 'record.membership_id' }
const money = { amount: 'record.amount_minor', currency: 'record.currency' }

const sources: readonly Source[] = [
  ...['apps', 'programs', 'groups'].map((table) => ({ table, name: 'record.name' })),
  { table: 'memberships', name: 'record.member_name' },
  {
    table: 'terms_versions',
    name: `coalesce(
      (select name from programs where workspace_id = $1 and id = record.target_id),
      (select name from groups where workspace_id = $1 and id = record.target_id)
    )`,
    member: 'record.target_id',
  },
  { table: 'applications', name: 'record.name', ...ofMember },
  { table: 'referrals', shop: 'record.shop_domain', ...ofMember },
  ...['referral_contracts', 'contract_proposals'].map((table) => ({ table, ...ofReferral })),
  {
    table: 'attribution_cases',
    join: join('evidence', 'record.evidence_id'),
    ...{ member: 'evidence.membership_id', shop: 'evidence.shop_domain' },
  },
  { table: 'commissions', ...ofMember, ...money },
  { table: 'payouts', ...ofMember, ...money },
  ...['payment_reports', 'payment_confirmations'].map((table) => ({ table, ...ofPayout })),
  {
    ...{ ...ofPayout, table: 'payment_disputes', amount: 'payment_reports.amount_minor' },
    join: `${ofPayout.join} ${join('payment_reports', 'record.report_id')}`,
  },
]

const toSelect = ({ table, join = '', name, member, shop, amount, currency }: Source): string => `
      select record.id, ${name ?? 'null'}::text, ${member ?? 'null'}::uuid, ${shop ?? 'null'}::text,
        ${amount ?? 'null'}::numeric, ${currency ?? 'null'}::text
      from ${table} record ${join}
      where record.workspace_id = $1 and record.id = any ($2::uuid[])`

const describeStatement: Statement = {
  name: 'audit_describe_records',
  text: `
    select
      about.id, coalesce(membership.member_name, about.name) as name, about.shop as "shopDomain",
      about.amount::text as "amountMinor", about.currency
    from (${sources.map(toSelect).join(' union all ')}
    ) about (id, name, member, shop, amount, currency)
    left join memberships membership on membership.workspace_id = $1 and membership.id = about.member`,
}

/**
 * Reads whom and what records are about, of whatever kinds they are: members with their names, shops and amounts. What the
 * workspace does not have, or what is about none of these, is not among them.
 */
export async function describeRecords(
  database: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordAbout>> {
  if (ids.length === 0) return new Map()
  const values = [workspaceId, [...new Set(ids)]]
  const rows = await database.query<RecordAbout & { readonly id: string }>(describeStatement, values)
  return new Map(rows.map(({ id, ...about }) => [id, about]))
}
