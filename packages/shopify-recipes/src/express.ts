import type { BackfillRouteOptions } from './lib/backfill/backfill-options.ts'
import * as backfill from './lib/backfill/backfill-route.ts'
import type { ComplianceOptions } from './lib/compliance/compliance-options.ts'
import * as compliance from './lib/compliance/handle-compliance.ts'
import { warnOfHookThatNeverRuns } from './lib/express-adapter.ts'
import { type ExpressMiddleware, toAfterAuth } from './lib/express-after-auth.ts'
import { type ExpressHandler, toExpressHandler } from './lib/express-handler.ts'
import * as install from './lib/install/identify-on-install.ts'
import type { IdentifyOnInstallOptions, InstallAuth } from './lib/install/install-options.ts'
import * as tokens from './lib/tokens/migrate-tokens-route.ts'
import type { MigratedSession, MigrateTokensOptions } from './lib/tokens/token-options.ts'
import * as uninstall from './lib/uninstall/forward-uninstall.ts'
import type { ForwardUninstallOptions, HandleUninstallOptions } from './lib/uninstall/uninstall-options.ts'

export { reportReferralCode } from './lib/bridge/report-referral-code.ts'
export type { AuthorizedResponse, ExpressMiddleware } from './lib/express-after-auth.ts'
export type { ExpressHandler, ExpressRequest } from './lib/express-handler.ts'
export { retryMissedInstalls } from './lib/install/retry-missed-installs.ts'

/**
 * `identifyOnInstall` of the core as a middleware to put behind Shopify's `auth.callback()`, on
 * `@shopify/shopify-app-express` 5 to 8: identifies a shop once per install or reinstall (interface 4.4 rule 2).
 *
 * It calls `next()` at once and never throws; the call runs beside the merchant's request, within 5,000 ms. Where
 * it finds no session, it identifies nothing and shows one process warning.
 *
 * @param options - those of `identifyOnInstall`; an app with `useOnlineTokens` must give `sessionStorage`
 *
 * @example
 * ```ts
 * import { identifyAfterAuth } from '@affiliate-platform/shopify-recipes/express'
 * import { shopifyApp } from '@shopify/shopify-app-express'
 * import express from 'express'
 *
 * declare const shopify: ReturnType<typeof shopifyApp>
 * const { callbackPath } = shopify.config.auth
 * const app = express()
 * app.get(callbackPath, shopify.auth.callback(), identifyAfterAuth(), shopify.redirectToShopifyOrAppRoot())
 * ```
 */
export function identifyAfterAuth(options?: IdentifyOnInstallOptions): ExpressMiddleware {
  return toAfterAuth(install.identifyOnInstall(options))
}

/**
 * `identifyOnInstall` of the core for `hooks.afterAuth`, which `@shopify/shopify-app-express` has from version 8
 * on. Where the installed adapter is older, shows a process warning: the hook would never run. Use
 * `identifyAfterAuth` there.
 *
 * @example
 * ```ts
 * import { identifyOnInstall } from '@affiliate-platform/shopify-recipes/express'
 *
 * const hooks = { afterAuth: identifyOnInstall() }
 * ```
 */
export function identifyOnInstall<Auth extends InstallAuth = InstallAuth>(
  options?: IdentifyOnInstallOptions<Auth>,
): (auth: Auth) => undefined {
  warnOfHookThatNeverRuns()
  return install.identifyOnInstall(options)
}

/**
 * `forwardUninstall` of the core as an Express handler: the uninstall webhook of the token-free variant. Mount
 * it before any body parser, because only the raw bytes can be verified.
 *
 * @example
 * ```ts
 * import { forwardUninstall } from '@affiliate-platform/shopify-recipes/express'
 * import express from 'express'
 *
 * const app = express()
 * app.post('/api/webhooks/app/uninstalled', forwardUninstall())
 * app.use(express.json())
 * ```
 */
export function forwardUninstall(options?: ForwardUninstallOptions): ExpressHandler {
  return toExpressHandler(uninstall.forwardUninstall(options))
}

/**
 * `handleUninstall` of the core as an Express handler: the uninstall webhook beside `identifyOnInstall`. Mount
 * it before any body parser.
 *
 * @example
 * ```ts
 * import { handleUninstall } from '@affiliate-platform/shopify-recipes/express'
 * import express from 'express'
 *
 * const app = express()
 * app.post('/api/webhooks/app/uninstalled', handleUninstall())
 * app.use(express.json())
 * ```
 */
export function handleUninstall(options?: HandleUninstallOptions): ExpressHandler {
  return toExpressHandler(uninstall.handleUninstall(options))
}

/**
 * `handleCompliance` of the core as an Express handler: the webhook of the three compliance topics. Mount it before
 * any body parser.
 *
 * @example
 * ```ts
 * import { handleCompliance } from '@affiliate-platform/shopify-recipes/express'
 * import express from 'express'
 *
 * const app = express()
 * app.post('/api/webhooks/compliance', handleCompliance())
 * app.use(express.json())
 * ```
 */
export function handleCompliance(options?: ComplianceOptions): ExpressHandler {
  return toExpressHandler(compliance.handleCompliance(options))
}

/**
 * `backfillRoute` of the core as an Express handler: the temporary route for the shops an app already has.
 *
 * @example
 * ```ts
 * import { backfillRoute } from '@affiliate-platform/shopify-recipes/express'
 * import express from 'express'
 *
 * const route = backfillRoute({
 *   listShops: async ({ offset, limit }) => ['example.myshopify.com'].slice(offset, offset + limit),
 *   readShop: async () => ({ email: 'owner@example.com' }),
 * })
 * express().post('/internal/affiliate-backfill', route)
 * ```
 */
export function backfillRoute(options: BackfillRouteOptions): ExpressHandler {
  return toExpressHandler(backfill.backfillRoute(options))
}

/**
 * `migrateTokensRoute` of the core as an Express handler: the temporary route that moves stored sessions to expiring
 * tokens.
 *
 * @example
 * ```ts
 * import type { MigratedSession, SessionStore } from '@affiliate-platform/shopify-recipes'
 * import { migrateTokensRoute } from '@affiliate-platform/shopify-recipes/express'
 * import express from 'express'
 *
 * declare const sessionStorage: SessionStore<MigratedSession>
 * const route = migrateTokensRoute({
 *   listShops: async ({ offset, limit }) => ['example.myshopify.com'].slice(offset, offset + limit),
 *   sessionStorage,
 * })
 * express().post('/internal/affiliate-tokens', route)
 * ```
 */
export function migrateTokensRoute<Session extends MigratedSession>(
  options: MigrateTokensOptions<Session>,
): ExpressHandler {
  return toExpressHandler(tokens.migrateTokensRoute(options))
}
