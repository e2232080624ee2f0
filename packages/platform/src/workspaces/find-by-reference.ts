import type { Queryable, Statement } from '../database/statements/database.ts'
import { foldCase } from '../database/statements/fold-case.ts'
import { listTransactionIds } from '../sales/partner-api/transaction-types.ts'
import { type FoundRecord, foundMax, rowsByKind } from './found-record.ts'

// As the indexes have it: letters in one order, whatever the library of the database knows of languages.
const isReference = `${foldCase('reference')} collate "C" = ${foldCase('$2')} collate "C"`

const statement: Statement = {
  name: 'record_find_by_reference',
  text: `
    select * from (
      ${rowsByKind.report} and ${isReference} order by id desc limit ${foundMax}
    ) reported
    union all
    select * from (
      ${rowsByKind.report} and id in (
        select report_id from payment_report_returns where workspace_id = $1 and ${isReference}
      )
      order by id desc limit ${foundMax}
    ) returned`,
}

// App by app and id by id, each in the order of its index: on a database without statistics the planner would read all
// sales of the workspace.
const ofTransactions = (
  table: 'app_transactions' | 'commissions' | 'rows_set_aside',
  columns: string,
  order: string,
): string => `
      from apps app
      cross join unnest($2::text[]) as wanted (id)
      cross join lateral (
        select ${columns} from ${table}
        where workspace_id = $1 and app_id = app.id and platform_id = wanted.id
        order by ${order} limit ${foundMax}
      ) found
      where app.workspace_id = $1`

const byTransactionStatement: Statement = {
  name: 'record_find_by_transaction',
  text: `
    with entries as materialized (
      select found.* ${ofTransactions('commissions', 'id, payout_id', 'sequence')}
      limit ${foundMax}
    )
    select * from (
      select distinct on (found.app_id, found.platform_id) 'transaction' as kind, found.platform_id as id,
        found.shop_domain as name, null::json as of, found.kind as detail, found.created_at as "createdAt"
      ${ofTransactions('app_transactions', 'app_id, platform_id, shop_domain, kind, created_at, revision', 'source, revision desc')}
      order by found.app_id, found.platform_id, found.revision desc
    ) told
    union all
    select 'set-aside sale', found.platform_id, null, json_build_object('kind', 'app', 'id', found.app_id), found.reason,
      found.created_at
    ${ofTransactions('rows_set_aside', 'app_id, platform_id, reason, created_at', 'reason')}
    union all
    ${rowsByKind.commission} and id in (select id from entries)
    union all
    ${rowsByKind.payout} and id in (select payout_id from entries)`,
}

/** Finds the reports of payments that have a reference, or were given back with it. */
export async function findByReference(
  database: Queryable,
  workspaceId: string,
  reference: string,
): Promise<readonly FoundRecord[]> {
  return await database.query<FoundRecord>(statement, [workspaceId, reference])
}

/**
 * Finds a transaction by its id at the source, with the commissions that it led to and the payouts that these are in, or
 * the row of it that was set aside.
 *
 * @param text - the whole id, or the number of one of the Partner API
 */
export async function findByTransaction(
  database: Queryable,
  workspaceId: string,
  text: string,
): Promise<readonly FoundRecord[]> {
  return await database.query<FoundRecord>(byTransactionStatement, [workspaceId, listTransactionIds(text)])
}
