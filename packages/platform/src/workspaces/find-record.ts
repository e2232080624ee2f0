import type { Queryable, Statement } from '../database/statements/database.ts'
import { isSameText } from '../database/statements/fold-case.ts'
import { instantSql } from '../records/wire-sql.ts'

/** The kinds of records that can be found. */
export type FoundKind =
  | 'workspace'
  | 'app'
  | 'key'
  | 'program'
  | 'group'
  | 'membership'
  | 'terms version'
  | 'payout'
  | 'report'
  | 'confirmation'
  | 'dispute'
  | 'payout run'
  | 'referral'
  | 'commission'
  | 'receipt'
  | 'contact'

/** A record that an id, a domain or an e-mail address leads to. */
export interface FoundRecord {
  readonly kind: FoundKind
  readonly id: string
  /** A name or a domain; null for what is told by what it belongs to, or by its time. */
  readonly name: string | null
  /** What it belongs to, where it has no name. */
  readonly of: { readonly kind: FoundKind; readonly id: string } | null
  /** When terms take effect, the date of a payout run, the outcome of a receipt; null for other kinds. */
  readonly detail: string | null
  readonly createdAt: Date
}

type Source = readonly [kind: FoundKind, table: string]

const select = ([kind, table]: Source, name: string, detail = 'null'): string => `
    select '${kind}' as kind, id::text, ${name} as name, null::json as of, ${detail}::text as detail,
      created_at as "createdAt"
    from ${table} where workspace_id = $1`

const selectPart = ([kind, table]: Source, [of, column]: Source, at = 'created_at'): string => `
    select '${kind}' as kind, id::text, null as name, json_build_object('kind', '${of}', 'id', ${column}) as of,
      null as detail, ${at} as "createdAt"
    from ${table} where workspace_id = $1`

const byIdStatement: Statement = {
  name: 'record_find_by_id',
  text: `
    select 'workspace' as kind, workspace_id::text as id, name, null::json as of, null as detail, created_at as "createdAt"
    from workspaces where workspace_id = $1 and workspace_id = $2
    union all
    ${[
      select(['app', 'apps'], 'name'),
      select(['key', 'api_keys'], 'name'),
      select(['program', 'programs'], 'name'),
      select(['group', 'groups'], 'name'),
      select(['membership', 'memberships'], 'member_name'),
      select(['terms version', 'terms_versions'], 'null', instantSql('effective_at')),
      selectPart(['payout', 'payouts'], ['membership', 'membership_id']),
      selectPart(['report', 'payment_reports'], ['payout', 'payout_id']),
      selectPart(['confirmation', 'payment_confirmations'], ['report', 'report_id']),
      selectPart(['dispute', 'payment_disputes'], ['payout', 'payout_id']),
      select(['payout run', 'payout_runs'], 'null', instantSql('as_of')),
      select(['referral', 'referrals'], 'shop_domain'),
      selectPart(['commission', 'commissions'], ['membership', 'membership_id'], 'accrued_at'),
      select(['receipt', 'receipts'], 'shop_domain', 'outcome'),
    ]
      .map((text) => `${text} and id = $2`)
      .join(' union all ')}`,
}

// A request id has no index: it is looked for among the latest receipts only.
const byTextStatement: Statement = {
  name: 'record_find_by_text',
  text: `
    select * from (
      select 'contact' as kind, shop_domain as id, coalesce(owner_name, email, shop_domain) as name, null::json as of,
        null::text as detail, created_at as "createdAt"
      from contacts where workspace_id = $1 and (shop_domain = $2 or ${isSameText('email', '$2')})
      limit 20
    ) contact
    union all
    select * from (
      ${select(['referral', 'referrals'], 'shop_domain')} and shop_domain = $2
      order by id desc limit 20
    ) referral
    union all
    select * from (
      ${select(['membership', 'memberships'], 'member_name')} and id in (
        select membership_id from payees where workspace_id = $1 and ${isSameText('email', '$2')}
      )
      order by id limit 20
    ) membership
    union all
    select * from (
      ${select(['receipt', 'receipts'], 'shop_domain', 'outcome')} and shop_domain = $2
      order by id desc limit 20
    ) receipt
    union all
    select 'receipt', id::text, shop_domain, null, outcome, created_at
    from (
      select id, shop_domain, outcome, request_id, created_at
      from receipts where workspace_id = $1 order by id desc limit 100000
    ) latest
    where ${isSameText('request_id', '$2')}`,
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Finds the records of a workspace that a text leads to: a record id, a shop's domain, the e-mail address of a
 * contact or of a payee, or the request id of an identify call (among the latest 100,000 receipts).
 */
export async function findRecords(
  database: Queryable,
  workspaceId: string,
  text: string,
): Promise<readonly FoundRecord[]> {
  const wanted = text.trim().toLowerCase()
  const byText = await database.query<FoundRecord>(byTextStatement, [workspaceId, wanted])
  if (!idPattern.test(wanted)) return byText
  return [...(await database.query<FoundRecord>(byIdStatement, [workspaceId, wanted])), ...byText]
}
