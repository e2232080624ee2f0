import type { AppScope } from '@affiliate-platform/contract/server'
import type { Database, Queryable, Statement } from '../../database/statements/database.ts'
import type { PartnerClient } from '../partner-api/partner-client.ts'
import { listSaleSources } from '../store/sources.ts'
import { readConnection, type SaleConnection } from './connections.ts'
import { type FeedLease, withFeedLease } from './feed-lease.ts'
import { createConnectedClient, type PartnerAccess } from './partner-access.ts'

/** How far an app is read. Times are RFC 3339. */
export interface FeedState {
  /** The latest sale that a complete walk has seen; before the first one, when the app was connected. */
  readonly salesReadUntil: string
  /** The latest install event; null before the first. */
  readonly installsReadUntil: string | null
  /** Whether the time of the next pass has come. */
  readonly isPassDue: boolean
  /** The time of the database. */
  readonly now: Date
}

/** An app whose sales can be read, by this process alone. */
export interface ConnectedFeed {
  readonly app: AppScope
  readonly actor: string
  readonly connection: SaleConnection
  readonly client: PartnerClient
  readonly lease: FeedLease
  readonly state: FeedState
  /** From when on the sales are the Partner API's; undefined: from the beginning (D63). */
  readonly sourceSince: string | undefined
  readonly signal: AbortSignal | undefined
}

/** What a process needs to read an app's sales. */
export interface FeedOptions extends AppScope {
  readonly access: PartnerAccess
  readonly actor: string
  readonly signal?: AbortSignal | undefined
}

const readStateStatement: Statement = {
  name: 'sales_read_feed',
  text: `
    select sales_read_until as "salesReadUntil", installs_read_until as "installsReadUntil",
      next_pass_at <= now() as "isPassDue", now() as now
    from sale_feeds
    where workspace_id = $1 and app_id = $2`,
}

/**
 * Runs `work` on the sales of a connected app while holding its feed lease.
 *
 * @throws SaleFeedError where the app is not connected, has no usable token, or another process reads it
 */
export async function withConnectedFeed<T>(
  database: Database,
  { workspaceId, appId, access, actor, signal }: FeedOptions,
  work: (feed: ConnectedFeed) => Promise<T>,
): Promise<T> {
  const app = { workspaceId, appId }
  const connection = await readConnection(database, app)
  const client = await createConnectedClient(database, app, { connection, access })
  return await withFeedLease(database, app, async (lease) => {
    const state = await readState(database, app)
    const sourceSince = await readSourceSince(database, app)
    return await work({ app, actor, connection, client, lease, state, sourceSince, signal })
  })
}

async function readState(database: Queryable, { workspaceId, appId }: AppScope): Promise<FeedState> {
  const [row] = await database.query<{
    salesReadUntil: Date
    installsReadUntil: Date | null
    isPassDue: boolean
    now: Date
  }>(readStateStatement, [workspaceId, appId])
  if (row === undefined) throw new Error('A connected app has a feed.')
  const { salesReadUntil, installsReadUntil, ...state } = row
  return {
    ...state,
    salesReadUntil: salesReadUntil.toISOString(),
    installsReadUntil: installsReadUntil?.toISOString() ?? null,
  }
}

async function readSourceSince(database: Queryable, app: AppScope): Promise<string | undefined> {
  const sources = await listSaleSources(database, app)
  const own = sources.findLast(({ source }) => source === 'partner_transactions')
  const isBounded = own !== undefined && Number.isFinite(own.appliesFromMs)
  return isBounded ? new Date(own.appliesFromMs).toISOString() : undefined
}
