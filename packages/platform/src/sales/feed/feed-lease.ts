import type { AppScope } from '@affiliate-platform/contract/server'
import type { Database, Queryable, Statement } from '../../database/statements/database.ts'
import { newId } from '../../database/statements/new-id.ts'
import { SaleFeedError } from './sale-feed-error.ts'

/** The right to read an app's sales. */
export interface FeedLease {
  /**
   * Keeps the lease for another while, in the transaction that stores what was read.
   *
   * @throws SaleFeedError where another process has taken over meanwhile
   */
  readonly check: (tx: Queryable) => Promise<void>
}

const leaseSeconds = 30

const claimStatement: Statement = {
  name: 'sales_claim_feed',
  text: `
    update sale_feeds
    set holder = $3, held_until = now() + make_interval(secs => $4)
    where workspace_id = $1 and app_id = $2
      and (holder is null or holder = $3 or held_until <= now())
    returning 1`,
}

const keepStatement: Statement = {
  name: 'sales_keep_feed',
  text: `
    update sale_feeds
    set held_until = now() + make_interval(secs => $4)
    where workspace_id = $1 and app_id = $2 and holder = $3
    returning 1`,
}

const releaseStatement: Statement = {
  name: 'sales_release_feed',
  text: `
    update sale_feeds
    set holder = null, held_until = null
    where workspace_id = $1 and app_id = $2 and holder = $3`,
}

/**
 * Runs `work` while holding the app's feed lease. The lease of a process that is killed ends after half a minute.
 *
 * @throws SaleFeedError `busy` where another process is at it
 */
export async function withFeedLease<T>(
  database: Database,
  { workspaceId, appId }: AppScope,
  work: (lease: FeedLease) => Promise<T>,
): Promise<T> {
  const holder = [workspaceId, appId, newId()]
  const claimed = await database.query(claimStatement, [...holder, leaseSeconds])
  if (claimed.length === 0) {
    throw new SaleFeedError('busy', 'Another process is reading the sales of this app.')
  }
  const keep = async (tx: Queryable) => (await tx.query(keepStatement, [...holder, leaseSeconds])).length > 0
  // A request that is retried takes longer than the lease. What cannot be kept is noticed with the next page.
  const beat = setInterval(() => void keep(database).catch(() => undefined), (leaseSeconds * 1000) / 3)
  try {
    return await work({
      check: async (tx) => {
        if (await keep(tx)) return
        throw new SaleFeedError('lease_lost', 'Another process has taken over the sales of this app.')
      },
    })
  } finally {
    clearInterval(beat)
    // The database may be what failed; then the lease ends by itself.
    await database.query(releaseStatement, holder).catch(() => undefined)
  }
}
