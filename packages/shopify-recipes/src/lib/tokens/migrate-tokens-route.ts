import { limits } from '@affiliate-platform/contract'
import { readEnvironment } from '../environment.ts'
import { buildPage } from '../pages/build-page.ts'
import { createPageRoute, type PageRequest, type PageResult } from '../pages/page-route.ts'
import { findSharedRejection, runShops, type SharedFault } from '../pages/run-shops.ts'
import { describeNextOfMigration } from './describe-next.ts'
import type { ShopifyApp } from './exchange-token.ts'
import { canExchange, type MigrationCount, type MigrationOutcome, migrateShop } from './migrate-shop.ts'
import type {
  MigratedSession,
  MigrateTokensOptions,
  MigrationPage,
  MigrationStage,
  SessionStore,
} from './token-options.ts'

// Gentle with Shopify's token endpoint, whose limits are not documented.
const concurrency = 5
const lostSessionsMin = 3

/**
 * Makes the temporary, owner-only route that exchanges stored offline tokens that never expire for expiring ones, 50 shops
 * per request. Shopify takes no others from 2027-01-01 on. `POST <route>?offset=0` with
 * `Authorization: Bearer <your own API key>`; `dryRun=1` exchanges nothing and counts;
 * `shops=<domains, separated by commas>` runs these alone, to repeat what failed. `affiliate-recipes tokens migrate`
 * drives it. Delete it after one successful run.
 *
 * The exchange cannot be undone: Shopify revokes the old token. The app must ask for expiring tokens and refresh them
 * before it is run.
 *
 * @returns the route; it never rejects. It responds within 25 s: shops that it has not begun by then count as
 * failed. 200 with a `MigrationPage` (also with failures), 400 for an offset that is no page or shops that are no
 * domains, 401 for a missing or wrong key or one in the query string, 405, 500 not configured, 503 when the
 * shops cannot be listed
 *
 * @example
 * ```ts
 * import { migrateTokensRoute, type MigratedSession, type SessionStore } from '@affiliate-platform/shopify-recipes'
 *
 * declare const sessionStorage: SessionStore<MigratedSession>
 * const route = migrateTokensRoute({
 *   listShops: async ({ offset, limit }) => ['example.myshopify.com'].slice(offset, offset + limit),
 *   sessionStorage,
 * })
 * ```
 */
export function migrateTokensRoute<Session extends MigratedSession>(
  options: MigrateTokensOptions<Session>,
): (request: Request) => Promise<Response> {
  return createPageRoute(options, () => {
    const { clientId = readEnvironment('SHOPIFY_API_KEY'), fetch = globalThis.fetch } = options
    const { clientSecret = readEnvironment('SHOPIFY_API_SECRET'), listShops, sessionStorage } = options
    if (!clientId) return { status: 500, code: 'client_id_missing' }
    if (!clientSecret) return { status: 500, code: 'client_secret_missing' }
    const app = { clientId, clientSecret, fetch }
    return { listShops, runPage: (request) => runPage(request, sessionStorage, app) }
  })
}

async function runPage<Session extends MigratedSession>(
  { offset, domains, isFull, isDryRun, time }: PageRequest,
  storage: SessionStore<Session>,
  app: ShopifyApp,
): Promise<PageResult> {
  const { count, failures, notBegun, fault } = await runShops<MigrationCount, MigrationStage>({
    domains,
    concurrency,
    hasTime: () => canExchange(time),
    firstStage: 'load',
    runShop: (domain) => migrateShop(domain, { storage, app, isDryRun, time }),
    findFault,
    report: () => undefined,
  })
  const counts = {
    migrated: count('migrated'),
    alreadyExpiring: count('alreadyExpiring'),
    skipped: count('skipped'),
  }
  const nextOffset = isFull ? offset + limits.backfillPageShops : null
  const next = describeNextOfMigration({ offset, nextOffset, failures, notBegun, fault, isDryRun })
  const page: MigrationPage = buildPage({ offset, nextOffset, counts, failures, next })
  return { page, notBegun }
}

/** No further token is revoked where the storage does not take the new ones, or Shopify does not take the app. */
function findFault(outcomes: readonly MigrationOutcome[]): SharedFault<MigrationStage> | undefined {
  if (outcomes.includes('migrated')) return undefined
  const failures = outcomes.filter((outcome) => typeof outcome !== 'string')
  const lost = failures.filter(({ stage }) => stage === 'store')
  return lost.length >= lostSessionsMin ? { stage: 'load', status: null } : findSharedRejection(failures)
}
