import { apiKeyKind, limits } from '@affiliate-platform/contract'
import {
  authenticateKeys,
  type Caller,
  createServer,
  type EndedRequest,
  type PlainRequest,
  toFetch,
} from '@affiliate-platform/contract/server'
import {
  createCredentialSearch,
  createQuota,
  createSetupCodeSearch,
} from '@affiliate-platform/platform/api-keys'
import {
  createFairShares,
  type Database,
  openShare,
  type Replica,
  readSecret,
} from '@affiliate-platform/platform/database'
import { createClickLog, createDestinationSearch } from '@affiliate-platform/platform/links'
import { createCursors } from '@affiliate-platform/platform/lists'
import { createPasskeyChallenges } from '@affiliate-platform/platform/people'
import { createReadiness } from '@affiliate-platform/platform/readiness'
import type { PartnerAccess } from '@affiliate-platform/platform/sales'
import type { Logger } from 'pino'
import { createChangeWatch } from './console/change-watch.ts'
import { createConsole } from './console/console.ts'
import { createConsolePages, type PagesOptions } from './console/pages.ts'
import { createPasskeys } from './console/passkeys.ts'
import { createPages } from './http/create-pages.ts'
import { isTemporaryFault } from './http/is-temporary-fault.ts'
import { logResponse } from './http/log-response.ts'
import { createPublicEndpoints } from './http/public-endpoints.ts'
import { createRedirects } from './http/redirects.ts'
import { createLog } from './log.ts'
import { createUnsubscribe } from './mail/unsubscribe.ts'
import type { Mailbox } from './mailbox/create-mailbox.ts'
import { loopbackHosts } from './mcp/check-origin.ts'
import type { Metrics } from './metrics/metrics.ts'
import { createHandlers, servedOperations } from './operations/handlers.ts'
import { createPortal } from './portal/portal.ts'
import { createShopifyAdmin } from './shopify/shopify-admin.ts'
import type { Served } from './start-server.ts'

/** What an app is made of. Only the database is required. */
export interface AppOptions {
  /** An open, migrated database. The caller closes it. */
  readonly database: Database
  /** A standby that may serve lists and single records. The caller closes it. Default: the database serves all. */
  readonly replica?: Replica | undefined
  /** How Shopify is reached. Default: the global `fetch`. The simulator's goes here, in process. */
  readonly platformFetch?: typeof fetch
  /** Admitted affiliate requests per credential in any 60 s. Default: 120 (interface section 8). */
  readonly affiliateQuotaRequestsMax?: number
  /** Admitted requests per workspace or MCP key in any 60 s. Default: 1,200. */
  readonly identifyQuotaRequestsMax?: number
  /** The host names, without a port, under which `/mcp` is reached. Default: those of this machine for itself. */
  readonly mcpAllowedHosts?: readonly string[]
  /** Milliseconds since 1970, for tests. Default: the database's clock (D73). */
  readonly clock?: () => number
  /** Default: a silent log. */
  readonly log?: Logger
  /** The header in which the proxy in front tells the client's address, for the clicks on links. Default: none does. */
  readonly clientAddressHeader?: string | undefined
  /** The header in which it tells the client's country, for the same. Default: none does. */
  readonly clientCountryHeader?: string | undefined
  /** Where to report a vulnerability, an `https:` or `mailto:` URL. Default: there is no `security.txt`. */
  readonly securityContact?: string | undefined
  /** The console for operators, and the portal for members. Default: there is neither. */
  readonly console?: PagesOptions | undefined
  /** Under which operators have secrets of webhook endpoints encrypted, 32 bytes. Default: they add none. */
  readonly secretKey?: Uint8Array | undefined
  /** How the Partner API is reached, for operators who compare sales with it. Default: by nothing that is kept. */
  readonly partnerAccess?: PartnerAccess | undefined
  /** Where mail goes that is not sent, for who is at this machine. Default: there is none. */
  readonly mailbox?: Mailbox | undefined
  /** Where to count requests and calls of the platform. Default: nowhere. */
  readonly metrics?: Metrics | undefined
}

/** The service without a socket. */
export interface App extends Served {
  /** `handle` for fetch's `Request → Response`. */
  fetch(request: Request): Promise<Response>
}

/**
 * Creates the service's app on a database.
 *
 * @throws when the database is not migrated
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { database, replica, clock, platformFetch = fetch, log = createLog('silent'), metrics } = options
  const keyQuotas = toKeyQuotas(options)
  const shopify = createShopifyAdmin({ fetch: platformFetch })
  const readReadiness = createReadiness(database, clock ?? (() => performance.now()), replica)
  const publicEndpoints = createPublicEndpoints(readReadiness, options.securityContact)
  const clicks = createClickLog(database, log)
  const redirect = createRedirects({
    findDestination: createDestinationSearch(database, clock),
    clicks,
    clientAddressHeader: options.clientAddressHeader,
    clientCountryHeader: options.clientCountryHeader,
    countRedirect: (outcome) => metrics?.countRedirect(outcome),
  })
  const findKey = createCredentialSearch(database, clock)
  const findSetupCode = createSetupCodeSearch(database)
  const shared = createShared(options, log)
  const secret = await readSecret(database)
  const cursors = createCursors(secret)
  const handleOperation = createServer({
    ...shared,
    operations: servedOperations,
    handlers: createHandlers({
      cursors,
      platform: metrics?.watchPlatform(shopify) ?? shopify,
      mcpAllowedHosts: options.mcpAllowedHosts ?? loopbackHosts,
    }),
    authenticators: [
      authenticateKeys(
        (text) => (apiKeyKind(text) === 'setup' ? findSetupCode(text) : findKey(text)),
        keyQuotas,
      ),
    ],
  })
  const { console } = options
  const ofPages = console && {
    ...{ ...shared, database, cursors, place: console.place, sendsMail: console.sendsMail ?? false },
    visitors: { secret, clientAddressHeader: options.clientAddressHeader },
  }
  const secrets = { secretKey: options.secretKey, partnerAccess: options.partnerAccess ?? {} }
  const changes = createChangeWatch(database)
  const challenges = createPasskeyChallenges(secret)
  const passkeys = console && createPasskeys(console.place, { challenges, nowMs: clock ?? Date.now })
  const isDemo = console?.offerSignIns !== undefined
  const handleConsole =
    ofPages && passkeys && createConsole({ ...ofPages, ...secrets, keyQuotas, changes, passkeys, isDemo })
  const handlePortal = ofPages && passkeys && createPortal({ ...ofPages, passkeys })
  const openPage = createPages(log, [
    redirect,
    options.mailbox?.respond,
    passkeys && createConsolePages(console, passkeys),
    console && createUnsubscribe(database, secret),
    publicEndpoints.respond,
  ])
  const handle = async (request: PlainRequest) =>
    (await openPage(request)) ??
    (await handleConsole?.(request)) ??
    (await handlePortal?.(request)) ??
    (await handleOperation(request))
  const announceStop = (): void => {
    publicEndpoints.announceStop()
    changes.stop()
  }
  return { handle, fetch: toFetch(handle), announceStop, finish: clicks.stop }
}

/** What the servers of the interface, the console and the portal have in common: one quota, and one share for a workspace. */
function createShared({ database, replica, clock, metrics }: AppOptions, log: Logger) {
  const shareOf = createFairShares(database)
  return {
    quota: createQuota(clock),
    open: ({ workspaceId }: Caller) => ({
      ...openShare(workspaceId, shareOf(workspaceId), replica),
      nowMs: clock?.(),
    }),
    isTemporary: isTemporaryFault,
    onResponse: (ended: EndedRequest) => {
      logResponse(log, ended)
      metrics?.countRequest(ended)
    },
  }
}

const toKeyQuotas = ({ affiliateQuotaRequestsMax, identifyQuotaRequestsMax }: AppOptions) => ({
  affiliate: affiliateQuotaRequestsMax ?? limits.quotaRequestsMax,
  workspace: identifyQuotaRequestsMax ?? limits.identifyQuotaRequestsDefault,
})
