import type { BackfillRouteOptions } from './lib/backfill/backfill-options.ts'
import * as backfill from './lib/backfill/backfill-route.ts'
import { type ExpressHandler, toExpressHandler } from './lib/express-handler.ts'
import * as uninstall from './lib/uninstall/forward-uninstall.ts'
import type { ForwardUninstallOptions, HandleUninstallOptions } from './lib/uninstall/uninstall-options.ts'

export type { ExpressHandler, ExpressRequest } from './lib/express-handler.ts'
export { identifyOnInstall } from './lib/install/identify-on-install.ts'

/**
 * `forwardUninstall` of the core as an Express handler: the uninstall webhook of the token-free variant. Mount
 * it before any body parser, because only the raw bytes can be verified.
 *
 * @throws BothVariantsError at setup, when the same client serves `identifyOnInstall`
 *
 * @example
 * ```ts
 * import { forwardUninstall } from '@affiliate-platform/shopify-recipes/express'
 * import express from 'express'
 *
 * const app = express()
 * app.post('/webhooks/app/uninstalled', forwardUninstall())
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
 * app.post('/webhooks/app/uninstalled', handleUninstall())
 * app.use(express.json())
 * ```
 */
export function handleUninstall(options?: HandleUninstallOptions): ExpressHandler {
  return toExpressHandler(uninstall.handleUninstall(options))
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
