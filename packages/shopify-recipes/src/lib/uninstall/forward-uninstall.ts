import { handOver } from '../background.ts'
import { runWithin } from '../deadline.ts'
import { toFault } from '../fault.ts'
import { type IdentifyPort, identify } from '../identify-port.ts'
import type { OfflineSessions } from '../install/install-options.ts'
import { ledgerTimeoutMs } from '../ledger/delivery-entry.ts'
import { findHook } from '../ledger/install-hooks.ts'
import { sharedMemoryLedger } from '../ledger/memory-ledger.ts'
import { noteVariant } from '../variants.ts'
import type { Delivery } from '../webhook/delivery.ts'
import { pickPayload } from './pick-payload.ts'
import type { ForwardUninstallOptions, HandleUninstallOptions, UninstallResult } from './uninstall-options.ts'
import { createUninstallRoute, forwardTimeoutMs } from './uninstall-route.ts'

/**
 * Makes the uninstall webhook of the token-free variant (interface 4.4 rule 3): verifies the delivery, forwards
 * the shop's business contact, then runs the app's cleanup. It needs no stored session, so it works where the
 * framework's own webhook authentication fails on an expired token.
 *
 * Choose this **or** `identifyOnInstall` (interface 4.4 rule 1).
 *
 * @returns the route; it never rejects. 200 handled (also when forwarding failed), 401 signature missing or
 * wrong, 400, 404, 405, 413 rejected, 500 for the platform to deliver again
 *
 * @example
 * ```ts
 * import { forwardUninstall } from '@affiliate-platform/shopify-recipes'
 *
 * const route = forwardUninstall({ onUninstalled: async ({ shop }) => console.info('uninstalled', shop) })
 * const response = await route(new Request('https://my-app.example/webhooks', { method: 'POST' }))
 * ```
 */
export function forwardUninstall(
  options: ForwardUninstallOptions = {},
): (request: Request) => Promise<Response> {
  const {
    client,
    includePhone = false,
    sessionStorage,
    waitUntil,
    ledger = sharedMemoryLedger(),
    deliberatelyWithIdentifyOnInstall: isBoth = false,
  } = options
  if (!isBoth) noteVariant('forwardUninstall')
  return createUninstallRoute(options, {
    endsInstalls: () => isBoth || findHook(ledger) !== undefined,
    hasReturned: (shop, untilMs) => hasNewToken(sessionStorage, shop, untilMs),
    forward: async (delivery, report) => {
      const forwarded = forwardContact(delivery, client, includePhone).then(report)
      if (waitUntil === undefined || !handOver(waitUntil, forwarded)) await forwarded
    },
  })
}

/**
 * Makes the uninstall webhook that goes with `identifyOnInstall`: verifies the delivery, ends the
 * install in the ledger so that a reinstall is identified again, and runs the app's cleanup. No contact is sent.
 *
 * @returns the route; it never rejects. Statuses as of `forwardUninstall`
 *
 * @example
 * ```ts
 * import { createMemoryLedger, handleUninstall, identifyOnInstall } from '@affiliate-platform/shopify-recipes'
 *
 * const ledger = createMemoryLedger()
 * const afterAuth = identifyOnInstall({ ledger })
 * const route = handleUninstall({ ledger })
 * ```
 */
export function handleUninstall(
  options: HandleUninstallOptions = {},
): (request: Request) => Promise<Response> {
  return createUninstallRoute(options, {
    endsInstalls: () => true,
    hasReturned: async () => false,
    forward: async () => undefined,
  })
}

// An expiring offline token of Shopify's.
const tokenLifetimeMs = 3_600_000

/** Whether a shop's offline token was obtained after a moment, as far as its session tells. */
async function hasNewToken(
  sessions: OfflineSessions | undefined,
  shop: string,
  untilMs: number,
): Promise<boolean> {
  try {
    const load = () => sessions?.loadSession(`offline_${shop}`)
    const session = await runWithin(ledgerTimeoutMs, load)
    return (session?.expires?.getTime() ?? 0) - tokenLifetimeMs > untilMs
  } catch {
    // The cleanup must run, whatever cannot be read.
    return false
  }
}

async function forwardContact(
  { shop, payload }: Delivery,
  client: IdentifyPort | undefined,
  includePhone: boolean,
): Promise<UninstallResult> {
  const contact = pickPayload(payload, includePhone)
  try {
    const { requestId, receiptId } = await runWithin(forwardTimeoutMs, (signal) =>
      identify(client, { myshopifyDomain: shop, ...contact }, signal),
    )
    return { outcome: 'forwarded', shop, requestId, receiptId }
  } catch (error) {
    return { outcome: 'forward_failed', shop, ...toFault(error) }
  }
}
