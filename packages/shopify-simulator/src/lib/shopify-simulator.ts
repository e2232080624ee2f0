import type { BehaviourDetails, RefreshBehaviour, ShopBehaviour } from './behaviour.ts'
import type { IssuedToken } from './issued-token.ts'
import type { SimulatorServer } from './node-server.ts'
import type { PartnerOptions, SimulatedPartner } from './partner/simulated-partner.ts'
import type { Delay } from './platform.ts'
import type { PlatformFetch } from './platform-fetch.ts'
import type { RecordedRequest, RefreshCall } from './recordings.ts'
import type { ShopContact } from './shop-contact.ts'
import type { SimulatedApp } from './simulated-app.ts'
import type { WebhookSubscription } from './stored-subscription.ts'
import type { TokenOptions } from './tokens.ts'
import type { UninstallOptions } from './uninstall.ts'
import type { WebhookDelivery } from './webhook-delivery.ts'

/** How to create a simulator. */
export interface SimulatorOptions {
  /** The clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
  /** How `slow` waits; a test's own can return at once. An abort of the request ends it either way. */
  readonly delay?: Delay
  /** Shops that exist from the start. Default: none. */
  readonly shops?: readonly ShopOptions[]
}

/** How to serve the simulator on a socket. */
export interface ListenOptions {
  /** Default: any free one. */
  readonly port?: number
  /** Handles the requests in place of the simulator's own `fetch`: to watch them, or to change what comes back. */
  readonly fetch?: PlatformFetch
}

/** A shop to add. */
export interface ShopOptions {
  /** `*.myshopify.com`, lower-case. Any other text throws a RangeError, as does a domain that exists. */
  readonly domain: string
  /** The first app's offline token, which never expires. Default: the next of a counter. */
  readonly accessToken?: string
  /** How its Admin API responds. Default: `ok`. */
  readonly behaviour?: ShopBehaviour
  /** The details of that behaviour. */
  readonly behaviourDetails?: BehaviourDetails
  /** How its token endpoint responds to a refresh. Default: `ok`. */
  readonly refreshBehaviour?: RefreshBehaviour
  /** Contact fields that replace the defaults, which are made from the domain. */
  readonly contact?: Partial<ShopContact>
  /** The installed apps. Default: `defaultApp` alone. */
  readonly apps?: readonly SimulatedApp[]
}

/** A shop's state at one moment. */
export interface ShopView {
  /** Its `*.myshopify.com` domain. */
  readonly domain: string
  /** The behaviour that was set last. */
  readonly behaviour: ShopBehaviour
  /** What Shopify knows about the shop and its owner. */
  readonly contact: ShopContact
  /** Client ids of the installed apps. */
  readonly installedClientIds: readonly string[]
  /** The access tokens that are neither revoked nor expired, oldest first. */
  readonly accessTokens: readonly string[]
}

/** An in-memory Shopify. Every function with a `domain` throws a RangeError for a shop that was never added. */
export interface ShopifySimulator {
  /**
   * Responses as `fetch` would: `https://{shop}.myshopify.com` and `https://partners.shopify.com` from memory; any other host, scheme or port rejects with
   * `TypeError('fetch failed')` and is recorded. Honours `signal` and `redirect`. Needs no `this`.
   */
  readonly fetch: PlatformFetch
  /** Serves the same on `127.0.0.1`, under `/shops/{domain}/…` and `/partners/…`, or by the Host header. */
  readonly listen: (options?: ListenOptions) => Promise<SimulatorServer>
  /** Adds a partner organization with its Partner API. Throws a RangeError for an id that exists. */
  readonly addPartner: (partner: PartnerOptions) => SimulatedPartner
  /** Adds a shop, with its apps installed and a token issued to the first. */
  readonly addShop: (shop: ShopOptions) => ShopView
  /** The shop's state now. */
  readonly shop: (domain: string) => ShopView
  /** Installs or reinstalls an app, and issues an offline token that never expires. */
  readonly install: (domain: string, app: SimulatedApp) => IssuedToken
  /**
   * Uninstalls an app: revokes its tokens, drops its Admin API subscriptions, and returns one signed `app/uninstalled`
   * per subscription there was (the app's own configuration first), all with one event id. Nothing is sent.
   * Throws a RangeError where the app is not installed.
   */
  readonly uninstall: (domain: string, options?: UninstallOptions) => readonly WebhookDelivery[]
  /** Sets how the shop's Admin API responds from now on. */
  readonly setBehaviour: (domain: string, behaviour: ShopBehaviour, details?: BehaviourDetails) => void
  /** Sets how the shop's token endpoint responds refreshes from now on. */
  readonly setRefreshBehaviour: (
    domain: string,
    behaviour: RefreshBehaviour,
    details?: BehaviourDetails,
  ) => void
  /** Issues a token without the token endpoint. Throws a RangeError where the app is not installed. */
  readonly issueToken: (domain: string, options?: TokenOptions) => IssuedToken
  /** A code that the token endpoint takes once. Default app: the shop's first installed one. */
  readonly issueAuthorizationCode: (domain: string, clientId?: string) => string
  /** Ends the life of all the shop's access tokens now; refresh tokens stay good. */
  readonly expireTokens: (domain: string) => void
  /** Every request, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** Every call of the token endpoint with a refresh token, oldest first. */
  readonly refreshCalls: readonly RefreshCall[]
  /** The requests that went to no shop at all: another host, scheme or port. */
  readonly outsideRequests: () => readonly RecordedRequest[]
  /** The different access tokens that were sent, in the order of their first use. */
  readonly tokensSeen: () => readonly string[]
  /** The subscriptions that were made for the shop through the Admin API, by any app. */
  readonly subscriptions: (domain: string) => readonly WebhookSubscription[]
}
