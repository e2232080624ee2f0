import {
  type BehaviourDetails,
  type BehaviourSetting,
  buildBehaviour,
  type RefreshBehaviour,
  type ShopBehaviour,
} from './behaviour.ts'
import type { AccessToken, Migration, RefreshToken } from './issued-token.ts'
import type { PartnerOrganization } from './partner/partner-organization.ts'
import type { RecordedRequest, RefreshCall } from './recordings.ts'
import { createSequence, type Sequence } from './sequence.ts'
import { buildContact, type ShopContact } from './shop-contact.ts'
import type { SimulatedApp } from './simulated-app.ts'
import type { StoredSubscription } from './stored-subscription.ts'

/** Waits `ms` milliseconds, or until the signal aborts. */
export type Delay = (ms: number, signal: AbortSignal | undefined) => Promise<void>

/** An app's place in one shop. It stays after an uninstall, for `previouslyInstalled`. */
export interface Installation {
  app: SimulatedApp
  installed: boolean
  previouslyInstalled: boolean
}

/** Everything that the simulator holds about one shop. */
export interface Shop {
  readonly id: number
  readonly domain: string
  readonly contact: ShopContact
  readonly createdAtMs: number
  behaviour: BehaviourSetting<ShopBehaviour>
  refreshBehaviour: BehaviourSetting<RefreshBehaviour>
  readonly installations: Map<string, Installation>
  readonly tokens: Map<string, AccessToken>
  readonly refreshTokens: Map<string, RefreshToken>
  /** By the token that was exchanged. */
  readonly migrations: Map<string, Migration>
  readonly authorizationCodes: Map<string, string>
  subscriptions: readonly StoredSubscription[]
}

/** The simulated Shopify as a whole. */
export interface Platform {
  readonly now: () => number
  readonly delay: Delay
  readonly sequence: Sequence
  readonly shops: Map<string, Shop>
  /** By the id of the organization. */
  readonly partners: Map<string, PartnerOrganization>
  readonly requests: RecordedRequest[]
  readonly refreshCalls: RefreshCall[]
}

export function createPlatform(now: () => number, delay: Delay): Platform {
  return {
    now,
    delay,
    sequence: createSequence(),
    shops: new Map(),
    partners: new Map(),
    requests: [],
    refreshCalls: [],
  }
}

export interface NewShop {
  readonly domain: string
  readonly behaviour: ShopBehaviour
  readonly behaviourDetails: BehaviourDetails | undefined
  readonly refreshBehaviour: RefreshBehaviour
  readonly contact: Partial<ShopContact> | undefined
}

const shopDomainPattern = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/

export function isShopDomain(text: string): boolean {
  return shopDomainPattern.test(text)
}

export function insertShop(platform: Platform, given: NewShop): Shop {
  if (!isShopDomain(given.domain)) throw new RangeError(`"${given.domain}" is no *.myshopify.com domain`)
  if (platform.shops.has(given.domain)) throw new RangeError(`the shop ${given.domain} exists already`)
  const shop: Shop = {
    id: platform.sequence.number(),
    domain: given.domain,
    contact: buildContact(given.domain, given.contact),
    createdAtMs: platform.now(),
    behaviour: buildBehaviour(given.behaviour, given.behaviourDetails),
    refreshBehaviour: buildBehaviour(given.refreshBehaviour),
    installations: new Map(),
    tokens: new Map(),
    refreshTokens: new Map(),
    migrations: new Map(),
    authorizationCodes: new Map(),
    subscriptions: [],
  }
  platform.shops.set(shop.domain, shop)
  return shop
}

export function findShop(platform: Platform, domain: string): Shop {
  const shop = platform.shops.get(domain)
  if (shop === undefined) throw new RangeError(`there is no shop ${domain}`)
  return shop
}

export function findInstallation(shop: Shop, clientId: string | undefined): Installation {
  const installations = [...shop.installations.values()].filter(({ installed }) => installed)
  const found =
    clientId === undefined ? installations[0] : installations.find(({ app }) => app.clientId === clientId)
  if (found === undefined) throw new RangeError(`${clientId ?? 'any app'} is not installed in ${shop.domain}`)
  return found
}
