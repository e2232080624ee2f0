import type { FoundKind } from '@affiliate-platform/contract/console'
import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { foldCase, isSameText } from '../database/statements/fold-case.ts'
import { findNamed } from '../lists/find-named.ts'
import { instantSql } from '../records/wire-sql.ts'

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

/** The kinds that are found by the id of a record of the workspace. */
export type IdKind = Exclude<FoundKind, 'workspace' | 'contact'>

const sources: Readonly<Record<IdKind, string>> = {
  app: select(['app', 'apps'], 'name'),
  key: select(['key', 'api_keys'], 'name'),
  program: select(['program', 'programs'], 'name'),
  group: select(['group', 'groups'], 'name'),
  membership: select(['membership', 'memberships'], 'member_name'),
  'terms version': select(['terms version', 'terms_versions'], 'null', instantSql('effective_at')),
  payout: selectPart(['payout', 'payouts'], ['membership', 'membership_id']),
  report: selectPart(['report', 'payment_reports'], ['payout', 'payout_id']),
  confirmation: selectPart(['confirmation', 'payment_confirmations'], ['report', 'report_id']),
  dispute: selectPart(['dispute', 'payment_disputes'], ['payout', 'payout_id']),
  'payout run': select(['payout run', 'payout_runs'], 'null', instantSql('as_of')),
  exclusion: selectPart(['exclusion', 'payout_exclusions'], ['membership', 'membership_id']),
  payee: selectPart(['payee', 'payees'], ['membership', 'membership_id']),
  referral: select(['referral', 'referrals'], 'shop_domain'),
  contract: selectPart(['contract', 'referral_contracts'], ['referral', 'referral_id']),
  proposal: selectPart(['proposal', 'contract_proposals'], ['referral', 'referral_id']),
  link: selectPart(['link', 'links'], ['membership', 'membership_id']),
  evidence: select(['evidence', 'evidence'], 'shop_domain', 'kind'),
  'analytics import': selectPart(['analytics import', 'analytics_imports'], ['app', 'app_id']),
  case: select(
    ['case', 'attribution_cases'],
    '(select shop_domain from evidence where workspace_id = $1 and id = evidence_id)',
    'kind',
  ),
  commission: selectPart(['commission', 'commissions'], ['membership', 'membership_id'], 'accrued_at'),
  'import run': selectPart(['import run', 'import_runs'], ['app', 'app_id']),
  receipt: select(['receipt', 'receipts'], 'shop_domain', 'outcome'),
}

const byIdStatement: Statement = {
  name: 'record_find_by_id',
  text: `
    select 'workspace' as kind, workspace_id::text as id, name, null::json as of, null as detail, created_at as "createdAt"
    from workspaces where workspace_id = $1 and workspace_id = $2
    union all
    ${Object.values(sources)
      .map((text) => `${text} and id = $2`)
      .join(' union all ')}`,
}

const foundMax = 20

// No index knows how an id ends. Reading every id of a workspace takes a moment, and only a person asks.
const withPart = (text: string): string => `
    select * from (
      ${text} and (starts_with(id::text, $2) or right(id::text, length($2)) = $2) order by id desc limit ${foundMax}
    ) found`

const byPartStatement = (kind: IdKind | undefined): Statement => ({
  name: `record_find_by_part_of_id${kind === undefined ? '' : `_${kind.replace(' ', '_')}`}`,
  isSlow: true,
  text:
    kind === undefined ? Object.values(sources).map(withPart).join(' union all ') : withPart(sources[kind]),
})

const byNameBeginning = (kind: IdKind, name = 'name'): string => `
    select * from (
      ${sources[kind]} and starts_with(${foldCase(name)}, ${foldCase('$2')}) order by id limit ${foundMax}
    ) named_${kind}`

// A request id has no index: it is looked for among the latest receipts only.
const byTextStatement: Statement = {
  name: 'record_find_by_text',
  isSlow: true,
  text: `
    select * from (
      select 'contact' as kind, shop_domain as id, coalesce(owner_name, email, shop_domain) as name, null::json as of,
        null::text as detail, created_at as "createdAt"
      from contacts where workspace_id = $1 and $3 and (shop_domain = $2 or ${isSameText('email', '$2')})
      limit ${foundMax}
    ) contact
    union all
    select * from (
      ${sources.referral} and starts_with(shop_domain, $2)
      order by id desc limit ${foundMax}
    ) referral
    union all
    select * from (
      ${sources.case} and evidence_id in (select id from evidence where workspace_id = $1 and shop_domain = $2)
      order by id desc limit ${foundMax}
    ) held
    union all
    select * from (
      ${sources.membership} and id in (
        select membership_id from payees where workspace_id = $1 and $4 and ${isSameText('email', '$2')}
      )
      order by id limit ${foundMax}
    ) membership
    union all
    select * from (
      ${sources.receipt} and shop_domain = $2
      order by id desc limit ${foundMax}
    ) receipt
    union all
    ${[
      byNameBeginning('app'),
      byNameBeginning('key'),
      byNameBeginning('program'),
      byNameBeginning('group'),
      byNameBeginning('membership', 'member_name'),
    ].join(' union all ')}
    union all
    select 'receipt', id::text, shop_domain, null, outcome, created_at
    from (
      select id, shop_domain, outcome, request_id, created_at
      from receipts where workspace_id = $1 order by id desc limit 100000
    ) latest
    where ${isSameText('request_id', '$2')}`,
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idPartPattern = /^[0-9a-f-]{6,35}$/

/** Whether a text may be the beginning or the end of an id, in lower case. */
export const isPartOfId = (text: string): boolean => idPartPattern.test(text)

/**
 * Finds the records of a workspace that a text leads to: a record id or its beginning or end, a shop's domain, the
 * e-mail address of a contact or of a payee, the beginning of a name or of a referred shop's domain, or the request id of an identify call (among the
 * latest 100,000 receipts).
 */
export async function findRecords(
  database: Queryable,
  workspaceId: string,
  text: string,
): Promise<readonly FoundRecord[]> {
  return await findSeenRecords(database, workspaceId, { text, seesContacts: true, seesPayeeAddresses: true })
}

/** What is looked for, and what whoever asks may learn: to find somebody by an address tells whose it is (D350). */
export interface SeenText {
  readonly text: string
  /** Contacts of shops, by their domains and e-mail addresses. */
  readonly seesContacts: boolean
  /** Memberships by the e-mail addresses of their payees. */
  readonly seesPayeeAddresses: boolean
}

/** Finds the records that a text leads to, as `findRecords` does, for somebody who may not see all that it looks into. */
export async function findSeenRecords(
  database: Queryable,
  workspaceId: string,
  { text, seesContacts, seesPayeeAddresses }: SeenText,
): Promise<readonly FoundRecord[]> {
  const wanted = text.trim().toLowerCase()
  const values = [workspaceId, wanted, seesContacts, seesPayeeAddresses]
  const byText = await database.query<FoundRecord>(byTextStatement, values)
  if (isPartOfId(wanted))
    return [...(await findByPartOfId(database, workspaceId, { part: wanted })), ...byText]
  if (!idPattern.test(wanted)) return byText
  return [...(await database.query<FoundRecord>(byIdStatement, [workspaceId, wanted])), ...byText]
}

/** Finds the records of a workspace whose id begins or ends with a text, of one kind or of all: 20 of each at most. */
export async function findByPartOfId(
  database: Queryable,
  workspaceId: string,
  { kind, part }: { readonly kind?: IdKind | undefined; readonly part: string },
): Promise<readonly FoundRecord[]> {
  return await database.query<FoundRecord>(byPartStatement(kind), [workspaceId, part.toLowerCase()])
}

const namedKinds = ['program', 'membership', 'referral'] as const
const namedMax = 50

const namedStatement: Statement = {
  name: 'record_list_named',
  text: namedKinds
    .map(
      (kind) =>
        `select * from (${sources[kind]} and id = any($2) order by id desc limit ${namedMax}) ${kind}`,
    )
    .join(' union all '),
}

/** Finds the programs, memberships and referrals that ids are of: the newest 50 of each. */
export async function listNamedRecords(
  database: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly FoundRecord[]> {
  return ids.length === 0 ? [] : await database.query<FoundRecord>(namedStatement, [workspaceId, ids])
}

/**
 * Finds the programs and memberships of an app whose name has a text in it, and the referrals whose domain has: the newest
 * 50 of each, and none where hundreds have.
 */
export async function findByPartOfName(
  database: Queryable,
  app: AppScope,
  text: string,
): Promise<readonly FoundRecord[]> {
  const named = await findNamed(database, app, { search: text, isByReferral: true })
  return await listNamedRecords(database, app.workspaceId, Object.values(named ?? {}).flat())
}
