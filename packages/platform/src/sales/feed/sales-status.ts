import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../../database/statements/database.ts'
import type { SetAsideReason } from '../app-transaction.ts'

/** How an app's sales get in, and how far they are read. */
export interface SalesStatus {
  /** `partner_transactions`, `manual_file`, or null before the first import. */
  readonly source: string | null
  /** Null where the app is not connected. */
  readonly connection: {
    readonly organizationId: string
    readonly platformAppId: string
    readonly apiVersion: string
    /** Whether a token is kept, encrypted. */
    readonly keepsToken: boolean
    /** The latest sale that a complete walk has seen; before the first one, when the app was connected. */
    readonly salesReadUntil: string
    readonly installsReadUntil: string | null
    readonly nextPassAt: string
    readonly isReading: boolean
    readonly lastFailure: string | null
  } | null
  /** The latest run: `result` is null while it is under way, or waits to be continued. */
  readonly lastRun: {
    readonly id: string
    readonly startedAt: string
    readonly result: 'complete' | 'failed' | null
    readonly pages: number
    readonly read: number
  } | null
  /** Referred shops whose history is still to be read. */
  readonly backfills: number
  /** Sales that wait to be posted. */
  readonly unposted: number
  /** Sales whose source names another shop than the one that they count for, the first hundred: see `sales move`. */
  readonly misplaced: readonly {
    readonly platformId: string
    readonly shopDomain: string
    readonly namedDomain: string
  }[]
  /** Rows that were not understood, with their gross where it is a number; see `sales set-aside`. */
  readonly setAside: readonly {
    readonly reason: SetAsideReason
    readonly currency: string | null
    readonly rows: number
    readonly gross: string
  }[]
}

const readStatement: Statement = {
  name: 'sales_read_status',
  text: `
    select
      (
        select source from sale_sources
        where workspace_id = $1 and app_id = $2 and applies_from <= now()
        order by applies_from desc
        limit 1
      ) as source,
      (
        select jsonb_build_object(
          'organizationId', organization_id, 'platformAppId', platform_app_id, 'apiVersion', api_version,
          'keepsToken', encrypted_token is not null, 'salesReadUntil', sales_read_until,
          'installsReadUntil', installs_read_until, 'nextPassAt', next_pass_at,
          'isReading', coalesce(held_until > clock_timestamp(), false), 'lastFailure', last_failure
        )
        from sale_connections
        join sale_feeds using (workspace_id, app_id)
        where workspace_id = $1 and app_id = $2
      ) as connection,
      (
        select jsonb_build_object(
          'id', run.id, 'startedAt', run.created_at,
          'result', (select result from import_run_ends where workspace_id = $1 and run_id = run.id),
          'pages', (select count(*) from import_run_pages where workspace_id = $1 and run_id = run.id),
          'read', (
            select coalesce(sum(rows_read), 0) from import_run_pages where workspace_id = $1 and run_id = run.id
          )
        )
        from import_runs run
        where workspace_id = $1 and app_id = $2
        order by id desc
        limit 1
      ) as "lastRun",
      (select count(*)::integer from sale_backfills where workspace_id = $1 and app_id = $2) as backfills,
      (select count(*)::integer from unposted_transactions where workspace_id = $1 and app_id = $2) as unposted,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('platformId', platform_id, 'shopDomain', shop_domain, 'namedDomain', named_domain)
            order by platform_id
          ),
          '[]'
        )
        from (
          select platform_id, shop_domain, named_domain
          from misplaced_sales
          where workspace_id = $1 and app_id = $2
          order by platform_id
          limit 100
        ) misplaced
      ) as misplaced,
      (
        select coalesce(jsonb_agg(to_jsonb(listed) order by reason, currency), '[]')
        from (
          select reason, copy ->> 'grossCurrency' as currency, count(*) as rows,
            coalesce(
              sum((copy ->> 'gross')::numeric) filter (where copy ->> 'gross' ~ '^-?\\d{1,38}(\\.\\d{1,40})?$'), 0
            )::text as gross
          from rows_set_aside
          where workspace_id = $1 and app_id = $2
          group by reason, currency
        ) listed
      ) as "setAside"`,
}

/** Reads how an app's sales get in, how far they are read, and what could not be read. */
export async function readSalesStatus(
  database: Queryable,
  { workspaceId, appId }: AppScope,
): Promise<SalesStatus> {
  const [row] = await database.query<SalesStatus>(readStatement, [workspaceId, appId])
  if (row === undefined) throw new Error('A select without a table has one row.')
  return row
}
