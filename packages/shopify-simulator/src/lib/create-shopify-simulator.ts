import { setTimeout as wait } from 'node:timers/promises'
import { buildBehaviour } from './behaviour.ts'
import { listenOnLoopback } from './node-server.ts'
import { insertPartner } from './partner/partner-organization.ts'
import {
  createPlatform,
  findInstallation,
  findShop,
  insertShop,
  type Platform,
  type Shop,
} from './platform.ts'
import { createPlatformFetch } from './platform-fetch.ts'
import type { ShopifySimulator, ShopOptions, ShopView, SimulatorOptions } from './shopify-simulator.ts'
import { defaultApp, type SimulatedApp } from './simulated-app.ts'
import { expireTokens, findLiveToken, issueToken, type TokenOptions } from './tokens.ts'
import { uninstallApp } from './uninstall.ts'

/**
 * Creates an in-memory Shopify. Nothing leaves the process, nothing is random, and nothing is shared between two
 * simulators.
 */
export function createShopifySimulator(options: SimulatorOptions = {}): ShopifySimulator {
  const delay = options.delay ?? ((ms, signal) => wait(ms, undefined, signal ? { signal } : {}))
  const platform = createPlatform(options.now ?? Date.now, delay)
  const fetch = createPlatformFetch(platform)
  const shopOf = (domain: string) => findShop(platform, domain)
  for (const shop of options.shops ?? []) addShop(platform, shop)
  return {
    fetch,
    listen: ({ port = 0, fetch: serve = fetch } = {}) => listenOnLoopback(serve, port),
    addPartner: (partner) => insertPartner(platform.partners, partner),
    addShop: (shop) => addShop(platform, shop),
    shop: (domain) => toView(platform, shopOf(domain)),
    install: (domain, app) => installApp(platform, shopOf(domain), app),
    uninstall: (domain, uninstall = {}) => uninstallApp(platform, shopOf(domain), uninstall),
    setBehaviour: (domain, behaviour, details) => {
      shopOf(domain).behaviour = buildBehaviour(behaviour, details)
    },
    setRefreshBehaviour: (domain, behaviour, details) => {
      shopOf(domain).refreshBehaviour = buildBehaviour(behaviour, details)
    },
    issueToken: (domain, token = {}) => issueAppToken(platform, shopOf(domain), token),
    issueAuthorizationCode: (domain, clientId) => issueCode(platform, shopOf(domain), clientId),
    expireTokens: (domain) => expireTokens(platform, shopOf(domain)),
    requests: platform.requests,
    refreshCalls: platform.refreshCalls,
    outsideRequests: () => platform.requests.filter(({ domain }) => domain === undefined),
    tokensSeen: () => listTokensSeen(platform),
    subscriptions: (domain) => shopOf(domain).subscriptions,
  }
}

function addShop(platform: Platform, options: ShopOptions): ShopView {
  const { domain, apps = [defaultApp], accessToken } = options
  const shop = insertShop(platform, {
    domain,
    behaviour: options.behaviour ?? 'ok',
    behaviourDetails: options.behaviourDetails,
    refreshBehaviour: options.refreshBehaviour ?? 'ok',
    contact: options.contact,
  })
  for (const app of apps) putInstallation(shop, app)
  if (apps.length > 0) issueAppToken(platform, shop, { accessToken })
  return toView(platform, shop)
}

function installApp(platform: Platform, shop: Shop, app: SimulatedApp) {
  putInstallation(shop, app)
  return issueAppToken(platform, shop, { clientId: app.clientId })
}

function putInstallation(shop: Shop, app: SimulatedApp): void {
  const previouslyInstalled = shop.installations.get(app.clientId)?.previouslyInstalled ?? false
  shop.installations.set(app.clientId, { app, installed: true, previouslyInstalled })
}

function issueAppToken(platform: Platform, shop: Shop, options: TokenOptions) {
  const { clientId } = findInstallation(shop, options.clientId).app
  return issueToken(platform, shop, { ...options, clientId })
}

function issueCode(platform: Platform, shop: Shop, clientId: string | undefined): string {
  const code = platform.sequence.secret('code')
  shop.authorizationCodes.set(code, findInstallation(shop, clientId).app.clientId)
  return code
}

function listTokensSeen({ requests }: Platform): readonly string[] {
  const tokens = requests.map(({ headers }) => headers['x-shopify-access-token'])
  return [...new Set(tokens.filter((token) => token !== undefined))]
}

function toView(platform: Platform, shop: Shop): ShopView {
  const installed = [...shop.installations.values()].filter(({ installed }) => installed)
  return {
    domain: shop.domain,
    behaviour: shop.behaviour.kind,
    contact: shop.contact,
    installedClientIds: installed.map(({ app }) => app.clientId),
    accessTokens: [...shop.tokens.keys()].filter(
      (token) => findLiveToken(platform, shop, token) !== undefined,
    ),
  }
}
