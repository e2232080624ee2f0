import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../../database/statements/database.ts'
import { timeSql } from '../../database/statements/time.ts'

/** Where the sales of an app come from. */
export type SaleSource = 'partner_transactions' | 'partner_events' | 'manual_file'

/** From when on a source is the app's source, in milliseconds since 1970; `-Infinity` of the first. */
export interface SourcePeriod {
  readonly source: SaleSource
  readonly appliesFromMs: number
}

const listStatement: Statement = {
  name: 'sales_list_sources',
  text: `
    select source, case when isfinite(applies_from) then applies_from end as "appliesFrom"
    from sale_sources
    where workspace_id = $1 and app_id = $2
    order by applies_from`,
}

const insertFirstStatement: Statement = {
  name: 'sales_insert_first_source',
  text: `
    insert into sale_sources (workspace_id, app_id, applies_from, source, actor, created_at)
    values ($1, $2, '-infinity', $3, $4, ${timeSql(5)})
    on conflict do nothing`,
}

const insertStatement: Statement = {
  name: 'sales_insert_source',
  text: `
    insert into sale_sources (workspace_id, app_id, applies_from, source, actor)
    values ($1, $2, $3, $4, $5)`,
}

/** The sources of an app, in the order of their periods. */
export async function listSaleSources(
  database: Queryable,
  { workspaceId, appId }: AppScope,
): Promise<readonly SourcePeriod[]> {
  const rows = await database.query<{ source: SaleSource; appliesFrom: Date | null }>(listStatement, [
    workspaceId,
    appId,
  ])
  return rows.map(({ source, appliesFrom }) => ({
    source,
    appliesFromMs: appliesFrom?.getTime() ?? Number.NEGATIVE_INFINITY,
  }))
}

/** A source that an app has from its beginning. */
interface FirstSource {
  readonly source: SaleSource
  readonly actor: string
  /** When it came, where the demo backdates its data (D153). Default: the database's time. */
  readonly importedAt?: Date | undefined
}

/** Makes a source the app's one and only, unless it has some already. Returns all of them. */
export async function ensureSource(
  database: Queryable,
  app: AppScope,
  { source, actor, importedAt }: FirstSource,
): Promise<readonly SourcePeriod[]> {
  const known = await listSaleSources(database, app)
  if (known.length > 0) return known
  await database.query(insertFirstStatement, [app.workspaceId, app.appId, source, actor, importedAt ?? null])
  return await listSaleSources(database, app)
}

/** Lets another source follow from an instant on. The database rejects one that leaves sales of another behind it. */
export async function insertSource(
  tx: Queryable,
  { workspaceId, appId }: AppScope,
  { source, appliesFromMs, actor }: SourcePeriod & { readonly actor: string },
): Promise<void> {
  await tx.query(insertStatement, [workspaceId, appId, new Date(appliesFromMs), source, actor])
}

/** Whether a source is the one of an instant (D63). */
export function isSourceAt(
  sources: readonly SourcePeriod[],
  { source, instantMs }: { readonly source: SaleSource; readonly instantMs: number },
): boolean {
  return sources.findLast(({ appliesFromMs }) => appliesFromMs <= instantMs)?.source === source
}
