import { limits } from '@affiliate-platform/contract'
import type { Credential } from '@affiliate-platform/platform/api-keys'
import type { OrderedStatement, Queryable, Reader, Statement } from '@affiliate-platform/platform/database'
import type { Headers } from '../http/message.ts'
import { ServiceError } from '../http/service-error.ts'

/** Admits requests so that no credential gets more than its limit in any window of 60 s. */
export interface Quota {
  /**
   * Begins to admit one request of the credential's lineage. Nothing is counted yet.
   *
   * @throws ServiceError `quota_exceeded` with `Retry-After` for a credential known to be over its quota
   */
  begin(credential: Credential, requestsMax: number, database: Queryable): Admission
}

/** One request before its quota. However often it is asked to, it counts once; a refused request does not count. */
export interface Admission {
  /**
   * Counts the request.
   *
   * @returns the `RateLimit` headers of the answer
   * @throws ServiceError `quota_exceeded` with `Retry-After`
   */
  count(): Promise<Headers>
  /** Reads, and counts the request in the same statement: one round trip for both. Fails as `count` does. */
  readonly reader: Reader
}

/** What a quota needs. */
export interface QuotaOptions {
  /** A clock for tests. Without it the database's clock rules, so that all processes agree. */
  readonly clock?: (() => number) | undefined
}

interface QuotaWindow {
  readonly admitted: number
  readonly oldest_age_ms: string | null
}

const { quotaWindowMs } = limits

// The window holds the time of every admitted request, so that it is exact: a request counts while it is younger than
// 60 s. A time far ahead of the clock means that the clock was set back, and then counts as now: that may delay a
// request, and never admits one too many. A time just ahead is a rival's that was admitted while this one waited.
const clockSetBackMs = 1000

const nowMs = `select coalesce($3::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint) as now_ms`

const recentTimes = `
  select case when at_ms > now_ms + ${clockSetBackMs} then now_ms else at_ms end as at_ms
  from unnest(quota.admitted_at_ms) at_ms
  where at_ms > now_ms - ${quotaWindowMs}`

// One row per lineage, updated in place. A full window matches no row and is left as it is.
const admitStatement: Statement = {
  name: 'quota_admit',
  text: `
    insert into quota_windows as quota (workspace_id, lineage_id, admitted_at_ms)
    select $1::uuid, $2::uuid, array[now_ms] from (${nowMs}) clock
    on conflict (workspace_id, lineage_id) do update
    set admitted_at_ms = (
      select array_agg(at_ms order by at_ms) filter (where at_ms is not null) || greatest(max(at_ms), min(now_ms))
      from (select excluded.admitted_at_ms[1] as now_ms) clock left join lateral (${recentTimes}) recent on true
    )
    where (
      select count(*) from (select excluded.admitted_at_ms[1] as now_ms) clock, lateral (${recentTimes}) recent
    ) < $4::integer
    returning
      cardinality(admitted_at_ms) as admitted,
      admitted_at_ms[cardinality(admitted_at_ms)] - admitted_at_ms[1] as oldest_age_ms`,
}

const admitValueCount = 4

// Times ahead of the clock are set right here as well: whoever waits as told must then be admitted.
const closeStatement: Statement = {
  name: 'quota_close',
  text: `
    update quota_windows as quota
    set admitted_at_ms = coalesce((select array_agg(at_ms order by at_ms) from (${recentTimes}) recent), '{}')
    from (${nowMs}) clock
    where workspace_id = $1 and lineage_id = $2
    returning cardinality(admitted_at_ms) as admitted, now_ms - admitted_at_ms[1] as oldest_age_ms`,
}

const countedStatements = new Map<string, Statement>()

/** The statement that counts a request and runs a read: its rows carry the window, and a full window has none. */
function toCountedStatement({ name, text, order }: OrderedStatement): Statement {
  const known = countedStatements.get(name)
  if (known !== undefined) return known
  const read = text.replace(/\$(\d+)/g, (_, position: string) => `$${Number(position) + admitValueCount}`)
  const counted = {
    name: `counted_${name}`,
    text: `
      with admission as (${admitStatement.text})
      select admission.admitted, admission.oldest_age_ms, page.*
      from admission left join (${read}) page on true
      order by ${order}`,
  }
  countedStatements.set(name, counted)
  return counted
}

/**
 * Creates the quota. Its windows live in the database, so that several processes share them; a credential known to be
 * over its quota is refused from memory until its window can have opened.
 */
export function createQuota({ clock }: QuotaOptions = {}): Quota {
  const localClock = clock ?? (() => performance.now())
  const closedUntilMs = new Map<string, number>()

  function refuseClosed({ lineageId }: Credential, requestsMax: number): void {
    const stillClosedMs = (closedUntilMs.get(lineageId) ?? Number.NEGATIVE_INFINITY) - localClock()
    if (stillClosedMs > quotaWindowMs) closedUntilMs.delete(lineageId)
    else if (stillClosedMs > 0) throw quotaExceeded(stillClosedMs, requestsMax)
  }

  async function refuse(credential: Credential, requestsMax: number, database: Queryable): Promise<never> {
    const values = [credential.workspaceId, credential.lineageId, clock?.() ?? null]
    const [window] = await database.query<QuotaWindow>(closeStatement, values)
    const waitMs = quotaWindowMs - Number(window?.oldest_age_ms ?? quotaWindowMs)
    closedUntilMs.set(credential.lineageId, localClock() + waitMs)
    throw quotaExceeded(waitMs, requestsMax)
  }

  return {
    begin(credential, requestsMax, database) {
      refuseClosed(credential, requestsMax)
      const { workspaceId, lineageId } = credential
      let counted: Promise<Headers> | undefined

      const toValues = () => [workspaceId, lineageId, clock?.() ?? null, requestsMax]
      const settle = async (counting: Promise<readonly QuotaWindow[]>): Promise<Headers> => {
        const [window] = await counting
        if (window === undefined) return await refuse(credential, requestsMax, database)
        closedUntilMs.delete(lineageId)
        return rateLimitHeaders({
          requestsMax,
          remaining: requestsMax - window.admitted,
          resetMs: quotaWindowMs - Number(window.oldest_age_ms),
        })
      }
      return {
        count: () => {
          counted ??= settle(database.query<QuotaWindow>(admitStatement, toValues()))
          return counted
        },
        reader: {
          async query<Row>(statement: OrderedStatement, values: readonly unknown[]) {
            const reading = database.query<Row & QuotaWindow & { readonly id: string | null }>(
              toCountedStatement(statement),
              [...toValues(), ...values],
            )
            counted = settle(reading)
            await counted
            const rows = await reading
            return rows[0]?.id === null ? [] : rows
          },
        },
      }
    },
  }
}

function quotaExceeded(waitMs: number, requestsMax: number): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new ServiceError(
    'quota_exceeded',
    `At most ${requestsMax} requests per API key in any ${quotaWindowMs / 1000} seconds. Wait ${retryAfterSeconds} s.`,
    {
      headers: {
        'Retry-After': String(retryAfterSeconds),
        ...rateLimitHeaders({ requestsMax, remaining: 0, resetMs: waitMs }),
      },
    },
  )
}

function rateLimitHeaders(window: { requestsMax: number; remaining: number; resetMs: number }): Headers {
  const resetSeconds = Math.max(1, Math.ceil(window.resetMs / 1000))
  return {
    'RateLimit-Policy': `"credential";q=${window.requestsMax};w=${quotaWindowMs / 1000}`,
    RateLimit: `"credential";r=${window.remaining};t=${resetSeconds}`,
  }
}
