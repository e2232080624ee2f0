import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../../database/statements/database.ts'

/** An app whose sales are to be read now. */
export interface DueFeed extends AppScope {
  /** False: only shops that were referred since. */
  readonly isPassDue: boolean
  /** Whether two months were not read again for a week. */
  readonly isWeeklyDue: boolean
}

// Shops wait, too, while an app waits after a failure.
const listStatement: Statement = {
  name: 'sales_list_due_feeds',
  text: `
    select feed.workspace_id as "workspaceId", feed.app_id as "appId", next_pass_at <= now() as "isPassDue",
      weekly_pass_at <= now() - interval '7 days' as "isWeeklyDue"
    from sale_feeds feed
    where coalesce(held_until <= clock_timestamp(), true)
      and (
        next_pass_at <= now()
        or failures = 0 and exists (
          select from sale_backfills where workspace_id = feed.workspace_id and app_id = feed.app_id
        )
      )
    order by next_pass_at`,
}

const markPassedStatement: Statement = {
  name: 'sales_mark_passed',
  text: `
    update sale_feeds
    set next_pass_at = now() + make_interval(mins => $3), failures = 0, last_failure = null
    where workspace_id = $1 and app_id = $2`,
}

const markFailedStatement: Statement = {
  name: 'sales_mark_failed',
  text: `
    update sale_feeds
    set next_pass_at = now() + make_interval(mins => least($3, 2 ^ least(failures, 10))::integer),
      failures = failures + 1, last_failure = $4
    where workspace_id = $1 and app_id = $2`,
}

/** Lists the apps that are due, and that no process reads. */
export async function listDueFeeds(database: Queryable): Promise<readonly DueFeed[]> {
  return await database.query<DueFeed>(listStatement, [])
}

/** Makes an app due again after some minutes. */
export async function markFeedPassed(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  everyMinutes: number,
): Promise<void> {
  await database.query(markPassedStatement, [workspaceId, appId, everyMinutes])
}

/** Makes an app due again after a minute, two, four, and so on up to the usual time. */
export async function markFeedFailed(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  { everyMinutes, reason }: { readonly everyMinutes: number; readonly reason: string },
): Promise<void> {
  await database.query(markFailedStatement, [workspaceId, appId, everyMinutes, reason])
}
