import type { Queryable, Statement } from '../database/statements/database.ts'
import { isSameText } from '../database/statements/fold-case.ts'
import { matchesSearch } from '../lists/page-filters.ts'
import { fromPayoutReference } from '../payout-files/payout-reference.ts'
import { findByName } from './find-by-name.ts'
import { findByReference, findByTransaction } from './find-by-reference.ts'
import { type FoundRecord, foundMax, type IdKind, rowsByKind } from './found-record.ts'

const byIdStatement: Statement = {
  name: 'record_find_by_id',
  text: `
    select 'workspace' as kind, workspace_id::text as id, name, null::json as of, null as detail, created_at as "createdAt"
    from workspaces where workspace_id = $1 and $1 = $2
    union all
    ${Object.values(rowsByKind)
      .map((text) => `${text} and id = $2`)
      .join(' union all ')}`,
}

// No index knows how an id ends. Reading every id of a workspace takes a moment, and only a person asks.
const withPart = (text: string): string => `
    select * from (
      ${text} and (starts_with(id::text, $2) or right(id::text, length($2)) = $2) order by id desc limit ${foundMax}
    ) found`

const byPartStatement = (kind: IdKind | undefined): Statement => ({
  name: `record_find_by_part_of_id${kind === undefined ? '' : `_${kind.replace(' ', '_')}`}`,
  isSlow: true,
  text:
    kind === undefined
      ? Object.values(rowsByKind).map(withPart).join(' union all ')
      : withPart(rowsByKind[kind]),
})

// There are few of these: they need no index.
const byNamePart = (kind: 'app' | 'key' | 'group'): string => `
    select * from (
      ${rowsByKind[kind]} and ${matchesSearch(['name'], 2)} order by id limit ${foundMax}
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
      ${rowsByKind.case} and evidence_id in (select id from evidence where workspace_id = $1 and shop_domain = $2)
      order by id desc limit ${foundMax}
    ) held
    union all
    select * from (
      ${rowsByKind.membership} and id in (
        select membership_id from payees where workspace_id = $1 and $4 and ${isSameText('email', '$2')}
      )
      order by id limit ${foundMax}
    ) membership
    union all
    select * from (
      ${rowsByKind.receipt} and shop_domain = $2
      order by id desc limit ${foundMax}
    ) receipt
    union all
    ${[byNamePart('app'), byNamePart('key'), byNamePart('group')].join(' union all ')}
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
 * Finds the records of a workspace that a text leads to: a record id or its beginning or end, a part of a name or of a
 * referred shop's domain, a shop's domain, the reference of a payment or of a payout in payment files, the id of a sale at
 * its source, the e-mail address of a contact or of a payee, or the request id of an identify call (among the latest
 * 100,000 receipts).
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
  const wanted = text.trim()
  const found = await Promise.all([
    findById(database, workspaceId, wanted.toLowerCase()),
    findByReference(database, workspaceId, wanted),
    findByTransaction(database, workspaceId, wanted),
    database.query<FoundRecord>(byTextStatement, [
      ...[workspaceId, wanted.toLowerCase(), seesContacts, seesPayeeAddresses],
    ]),
    findByName(database, workspaceId, wanted),
  ])
  return [...new Map(found.flat().map((record) => [`${record.kind} ${record.id}`, record])).values()]
}

async function findById(
  database: Queryable,
  workspaceId: string,
  text: string,
): Promise<readonly FoundRecord[]> {
  const id = idPattern.test(text) ? text : fromPayoutReference(text)
  if (id !== undefined) return await database.query<FoundRecord>(byIdStatement, [workspaceId, id])
  return isPartOfId(text) ? await findByPartOfId(database, workspaceId, { part: text }) : []
}

/** Finds the records of a workspace whose id begins or ends with a text, of one kind or of all: 20 of each at most. */
export async function findByPartOfId(
  database: Queryable,
  workspaceId: string,
  { kind, part }: { readonly kind?: IdKind | undefined; readonly part: string },
): Promise<readonly FoundRecord[]> {
  return await database.query<FoundRecord>(byPartStatement(kind), [workspaceId, part.toLowerCase()])
}
