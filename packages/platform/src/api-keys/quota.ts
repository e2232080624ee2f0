import { limits } from '@affiliate-platform/contract'
import type { Caller, Quota } from '@affiliate-platform/contract/server'
import type { RequestContext } from '../database/requests/request-context.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'

interface QuotaWindow {
  readonly admitted: number
  readonly oldest_age_ms: string | null
}

const { quotaWindowMs } = limits

const nowMs = 'coalesce($3::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint)'

// The window holds the time of every admitted request, so that it is exact: a request counts while it is younger than
// 60 s. One row per lineage, updated in place. A full window matches no row and is left as it is.
const admitStatement: Statement = {
  name: 'quota_admit',
  text: `
    insert into quota_windows as quota (workspace_id, lineage_id, admitted_at_ms)
    values ($1::uuid, $2::uuid, array[${nowMs}])
    on conflict (workspace_id, lineage_id) do update
    set admitted_at_ms = quota_admit(quota.admitted_at_ms, excluded.admitted_at_ms[1])
    where cardinality(quota.admitted_at_ms) < $4::integer
      or cardinality(quota_recent(quota.admitted_at_ms, excluded.admitted_at_ms[1])) < $4::integer
    returning
      cardinality(admitted_at_ms) as admitted,
      admitted_at_ms[cardinality(admitted_at_ms)] - admitted_at_ms[1] as oldest_age_ms`,
}

// Times ahead of the clock are set right here as well: whoever waits as told must then be admitted.
const closeStatement: Statement = {
  name: 'quota_close',
  text: `
    update quota_windows as quota
    set admitted_at_ms = quota_recent(admitted_at_ms, now_ms)
    from (select ${nowMs} as now_ms) clock
    where workspace_id = $1 and lineage_id = $2
    returning now_ms - admitted_at_ms[1] as oldest_age_ms`,
}

/**
 * Creates the quota. Its windows live in the database, so that several processes share them; a credential known to be
 * over its quota is rejected from memory until its window can have opened.
 *
 * @param clock - a test's time. Without it the database's clock rules, so that all processes agree
 */
export function createQuota(clock?: () => number): Quota<RequestContext> {
  const localClock = clock ?? (() => performance.now())
  const closedUntilMs = new Map<string, number>()

  function closedForMs({ lineageId }: Caller): number {
    const waitMs = (closedUntilMs.get(lineageId) ?? Number.NEGATIVE_INFINITY) - localClock()
    // No window is closed for longer: the clock was set back.
    if (waitMs <= quotaWindowMs) return waitMs
    closedUntilMs.delete(lineageId)
    return 0
  }

  return {
    isClosed: (caller) => closedForMs(caller) > 0,
    async admit({ caller, context: { database } }) {
      const { workspaceId, lineageId, requestsMax } = caller
      const knownWaitMs = closedForMs(caller)
      if (knownWaitMs > 0) return { kind: 'over_quota', waitMs: knownWaitMs }

      const values = [workspaceId, lineageId, clock?.() ?? null]
      const [window] = await database.query<QuotaWindow>(admitStatement, [...values, requestsMax])
      if (window !== undefined) {
        closedUntilMs.delete(lineageId)
        const resetMs = quotaWindowMs - Number(window.oldest_age_ms)
        return { kind: 'admitted', remaining: requestsMax - window.admitted, resetMs }
      }
      const [full] = await database.query<QuotaWindow>(closeStatement, values)
      const waitMs = quotaWindowMs - Number(full?.oldest_age_ms ?? quotaWindowMs)
      closedUntilMs.set(lineageId, localClock() + waitMs)
      return { kind: 'over_quota', waitMs }
    },
  }
}

const countStatement: Statement = {
  name: 'quota_count',
  text: `
    select lineage_id as "lineageId", cardinality(quota_recent(admitted_at_ms, ${nowMs})) as used
    from quota_windows
    where workspace_id = $1 and lineage_id = any($2)`,
}

/**
 * Counts the requests of the last 60 s that count against the quotas of keys.
 *
 * @param atMs - a test's time
 * @returns the counts by lineage, of those that have any
 */
export async function countQuotaUses(
  database: Queryable,
  { workspaceId, lineageIds }: { readonly workspaceId: string; readonly lineageIds: readonly string[] },
  atMs?: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ readonly lineageId: string; readonly used: number }>(countStatement, [
    workspaceId,
    lineageIds,
    atMs ?? null,
  ])
  return new Map(rows.map(({ lineageId, used }) => [lineageId, used]))
}
