import { type Action, toAction } from './action.ts'
import type { BackfillRouteOptions } from './backfill/backfill-options.ts'
import * as backfill from './backfill/backfill-route.ts'
import type { ComplianceOptions } from './compliance/compliance-options.ts'
import * as compliance from './compliance/handle-compliance.ts'
import * as tokens from './tokens/migrate-tokens-route.ts'
import type { MigratedSession, MigrateTokensOptions } from './tokens/token-options.ts'
import * as uninstall from './uninstall/forward-uninstall.ts'
import type { ForwardUninstallOptions, HandleUninstallOptions } from './uninstall/uninstall-options.ts'

/**
 * `forwardUninstall` of the core as a Remix or React Router `action`: the uninstall webhook of the token-free variant.
 *
 * @example
 * ```ts
 * import { forwardUninstall } from '@affiliate-platform/shopify-recipes/react-router'
 *
 * export const action = forwardUninstall({ onUninstalled: async ({ shop }) => console.info('uninstalled', shop) })
 * ```
 */
export function forwardUninstall(options?: ForwardUninstallOptions): Action {
  return toAction(uninstall.forwardUninstall(options))
}

/**
 * `handleUninstall` of the core as a Remix or React Router `action`: the uninstall webhook beside `identifyOnInstall`.
 *
 * @example
 * ```ts
 * import { handleUninstall } from '@affiliate-platform/shopify-recipes/react-router'
 *
 * export const action = handleUninstall({ onUninstalled: async ({ shop }) => console.info('uninstalled', shop) })
 * ```
 */
export function handleUninstall(options?: HandleUninstallOptions): Action {
  return toAction(uninstall.handleUninstall(options))
}

/**
 * `handleCompliance` of the core as a Remix or React Router `action`: the webhook of the three compliance topics.
 *
 * @example
 * ```ts
 * import { handleCompliance } from '@affiliate-platform/shopify-recipes/react-router'
 *
 * export const action = handleCompliance({ onShopRedact: async ({ shop }) => console.info('redact', shop) })
 * ```
 */
export function handleCompliance(options?: ComplianceOptions): Action {
  return toAction(compliance.handleCompliance(options))
}

/**
 * `backfillRoute` of the core as a Remix or React Router `action`: the temporary route for the shops an app already has.
 *
 * @example
 * ```ts
 * import { backfillRoute } from '@affiliate-platform/shopify-recipes/react-router'
 *
 * export const action = backfillRoute({
 *   listShops: async ({ offset, limit }) => ['example.myshopify.com'].slice(offset, offset + limit),
 *   readShop: async () => ({ email: 'owner@example.com' }),
 * })
 * ```
 */
export function backfillRoute(options: BackfillRouteOptions): Action {
  return toAction(backfill.backfillRoute(options))
}

/**
 * `migrateTokensRoute` of the core as a Remix or React Router `action`: the temporary route that moves stored sessions to
 * expiring tokens.
 *
 * @example
 * ```ts
 * import type { MigratedSession, SessionStore } from '@affiliate-platform/shopify-recipes'
 * import { migrateTokensRoute } from '@affiliate-platform/shopify-recipes/react-router'
 *
 * declare const sessionStorage: SessionStore<MigratedSession>
 * export const action = migrateTokensRoute({
 *   listShops: async ({ offset, limit }) => ['example.myshopify.com'].slice(offset, offset + limit),
 *   sessionStorage,
 * })
 * ```
 */
export function migrateTokensRoute<Session extends MigratedSession>(
  options: MigrateTokensOptions<Session>,
): Action {
  return toAction(tokens.migrateTokensRoute(options))
}
