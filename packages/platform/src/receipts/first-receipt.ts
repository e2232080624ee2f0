import type { FirstReceipt } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { timeSql, toTimeValue } from '../database/statements/time.ts'

/** Whose receipts are meant, and since when. */
export interface FirstReceiptQuery {
  readonly workspaceId: string
  readonly appId: string
  readonly since: string
  /** A test's time. Default: the database's. */
  readonly nowMs?: number | undefined
}

const statement: Statement = {
  name: 'receipt_first',
  text: `
    with asked as (
      select ${timeSql(4)} as "asOf", greatest($3::timestamptz, ${timeSql(4)} - interval '15 minutes') as since
    )
    select
      "asOf", first.*, exists (select from apps where workspace_id = $1 and id = $2) as "isKnown"
    from asked left join lateral (
      select id, shop_domain as "shopDomain", outcome, created_at as "createdAt"
      from receipts
      where workspace_id = $1 and app_id = $2 and created_at >= asked.since
      order by created_at, id
      limit 1
    ) first on true`,
}

type Receipt = NonNullable<FirstReceipt['receipt']>

type Row = { readonly asOf: Date; readonly isKnown: boolean } & {
  readonly [Name in 'id' | 'shopDomain' | 'outcome']: Receipt[Name] | null
} & { readonly createdAt: Date | null }

/**
 * Finds the first receipt of an app since a time, 15 minutes back at most.
 *
 * @returns `undefined` where the workspace has no such app
 */
export async function findFirstReceipt(
  database: Queryable,
  { workspaceId, appId, since, nowMs }: FirstReceiptQuery,
): Promise<FirstReceipt | undefined> {
  const [row] = await database.query<Row>(statement, [workspaceId, appId, since, toTimeValue(nowMs)])
  if (!row?.isKnown) return undefined
  const { id, shopDomain, outcome, createdAt } = row
  const isThere = id !== null && outcome !== null && createdAt !== null
  const asOf = row.asOf.toISOString()
  if (!isThere) return { asOf }
  return { asOf, receipt: { id, shopDomain, outcome, createdAt: createdAt.toISOString() } }
}
