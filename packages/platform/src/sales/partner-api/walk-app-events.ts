import type { InstallEvent } from '../../install-events/install-event.ts'
import { readShopDomain } from '../shop-domain.ts'
import { toUtcMicroseconds } from '../utc-microseconds.ts'
import { PartnerApiError } from './partner-api-error.ts'
import type { PartnerClient } from './partner-client.ts'
import { numberOfGid, toPartnerAppGid } from './partner-gid.ts'
import { walkConnection } from './walk-connection.ts'

/** Which app events to walk. A cursor is good for the same ones only. */
export interface AppEventWalk {
  /** The app: a number, or a gid. */
  readonly app: string
  /** At or after; default: from the beginning. */
  readonly occurredAtMin?: string | undefined
  /** At or before; default: no end. */
  readonly occurredAtMax?: string | undefined
  /** One shop alone, by its number. */
  readonly shopNumber?: string | undefined
  /** The cursor of the last page that was stored; default: from the beginning. */
  readonly after?: string | null
  readonly signal?: AbortSignal
}

export interface AppEventPage {
  readonly rows: readonly InstallEvent[]
  /** Events that are no install events, or whose shop or time cannot be read; as they were sent. */
  readonly setAside: readonly Readonly<Record<string, unknown>>[]
  /** Where the next page begins; null after the last one. */
  readonly cursor: string | null
}

const kindByType: Readonly<Record<string, InstallEvent['kind']>> = {
  RELATIONSHIP_INSTALLED: 'installed',
  RELATIONSHIP_UNINSTALLED: 'uninstalled',
  RELATIONSHIP_DEACTIVATED: 'deactivated',
  RELATIONSHIP_REACTIVATED: 'reactivated',
}

const query = `query AppEvents(
  $appId: ID!, $occurredAtMin: DateTime, $occurredAtMax: DateTime, $shopId: ID, $after: String
) {
  app(id: $appId) {
    events(
      first: 100, after: $after, occurredAtMin: $occurredAtMin, occurredAtMax: $occurredAtMax, shopId: $shopId,
      types: [${Object.keys(kindByType).join(', ')}]
    ) {
      edges { cursor node { type occurredAt shop { id myshopifyDomain } } }
      pageInfo { hasNextPage }
    }
  }
}`

/**
 * Walks an app's installs, uninstalls, deactivations and reactivations to the end. It needs the permission
 * "Manage apps".
 *
 * @throws PartnerApiError
 *
 * @example
 * ```ts
 * for await (const page of walkAppEvents(client, { app: '1' })) await storeEvents(page.rows, page.cursor)
 * ```
 */
export async function* walkAppEvents(
  client: PartnerClient,
  walk: AppEventWalk,
): AsyncGenerator<AppEventPage> {
  const { occurredAtMin, occurredAtMax, shopNumber, after = null, signal } = walk
  const appId = toPartnerAppGid(walk.app)
  const shopId = shopNumber === undefined ? undefined : `gid://partners/Shop/${shopNumber}`
  const filters = { appId, occurredAtMin, occurredAtMax, shopId }
  const readPage = async (cursor: string | undefined) => {
    const { app } = await client.query(query, { ...filters, after: cursor }, signal)
    if (app === null) throw new PartnerApiError('app_not_found', `The organization has no app ${walk.app}.`)
    return (Object(app) as Record<string, unknown>)['events']
  }
  for await (const { nodes, cursor } of walkConnection(readPage, after)) {
    const read = nodes.map((node) => ({ node, event: readEvent(node) }))
    yield {
      rows: read.flatMap(({ event }) => event ?? []),
      setAside: read.filter(({ event }) => event === undefined).map(({ node }) => node),
      cursor,
    }
  }
}

/** An event has no id: its four fields are its key. */
function readEvent(node: Readonly<Record<string, unknown>>): InstallEvent | undefined {
  const kind = kindByType[String(node['type'])]
  const occurredAt = toUtcMicroseconds(node['occurredAt'])
  const shop = Object(node['shop'] ?? {}) as Record<string, unknown>
  const shopDomain = readShopDomain(shop['myshopifyDomain'])
  if (kind === undefined || occurredAt === undefined || shopDomain === undefined) return undefined
  return { kind, shopDomain, shopNumber: numberOfGid(shop['id'], 'Shop'), occurredAt }
}
