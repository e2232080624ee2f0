import { createShopifySimulator, type ShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { toRecord } from '../fault.ts'

/** A running stand-in for Shopify. */
export interface StartedShopify {
  /** The in-memory Shopify that responds: add shops to it, set how they behave, see what was asked. */
  readonly simulator: ShopifySimulator
  /** Gives the real `fetch` back. Shopify's adapters keep the one they captured. */
  readonly stop: () => void
}

/** Shopify's adapters were imported first, and would go on calling the real Shopify. */
export class StartedTooLateError extends Error {
  override readonly name = 'StartedTooLateError'
  readonly code = 'started_too_late'
}

/**
 * Responds to every request to a `*.myshopify.com` address from an in-memory Shopify. Other requests go out.
 *
 * It must start before any Shopify package is imported, because Shopify's adapters keep the `fetch` they find at
 * their import: start it in a setup file (`setupFiles` of vitest), not in a test.
 *
 * @param simulator - default: a new one without shops
 * @throws StartedTooLateError when a Shopify adapter was imported before
 *
 * @example
 * ```ts
 * import { startShopify } from '@affiliate-platform/shopify-recipes/testing'
 *
 * const { simulator, stop } = await startShopify()
 * simulator.addShop({ domain: 'example.myshopify.com' })
 * stop()
 * ```
 */
export async function startShopify(
  simulator: ShopifySimulator = createShopifySimulator(),
): Promise<StartedShopify> {
  await rejectLateStart()
  const server = setupServer(...shopifyHandlers(simulator))
  server.listen({ onUnhandledFrame: 'bypass' })
  return { simulator, stop: () => server.close() }
}

/**
 * The handlers of `startShopify`, for a test that runs a msw server of its own.
 *
 * @example
 * ```ts
 * import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
 * import { shopifyHandlers } from '@affiliate-platform/shopify-recipes/testing'
 * import { setupServer } from 'msw/node'
 *
 * const server = setupServer(...shopifyHandlers(createShopifySimulator()))
 * ```
 */
export function shopifyHandlers(simulator: ShopifySimulator): RequestHandler[] {
  return [
    http.all('https://:shop.myshopify.com/*', ({ request }) =>
      // A rejected fetch is a connection that broke; msw would respond to a thrown error with 500.
      simulator.fetch(request, { redirect: 'manual' }).catch(() => HttpResponse.error()),
    ),
  ]
}

async function rejectLateStart(): Promise<void> {
  const runtime = await import('@shopify/shopify-api/runtime').catch(() => undefined)
  if (toRecord(runtime)['abstractFetch'] !== globalThis.fetch) return
  throw new StartedTooLateError(
    'startShopify() was called too late: a Shopify package was already imported, and keeps the real fetch. ' +
      'Call it in a setup file, and import your app afterwards.',
  )
}
