import { runWithin } from '../deadline.ts'
import { toFault } from '../fault.ts'
import { toJsonResponse } from '../json-response.ts'
import { claimDelivery, ledgerTimeoutMs } from '../ledger/delivery-entry.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { createMemoryLedger } from '../ledger/memory-ledger.ts'
import type { Delivery, ExpectedDelivery } from './delivery.ts'
import { receive } from './receive.ts'
import type { UnhandledResult, WebhookOptions } from './webhook-options.ts'

/** What differs between the webhooks. */
export interface WebhookRoute extends ExpectedDelivery {
  readonly report: (result: UnhandledResult) => void
  /** Stands before the digests that it remembers: what one handler has done, another one has not. Default: nothing. */
  readonly digestPrefix?: () => string
  /** Whether an event of the shop with the same body may have happened since one was handled. */
  readonly mayRepeat: (shop: string, handledAtMs: number) => boolean | Promise<boolean>
  /** Handles a delivery, and says how to respond. With another status than 200 the platform delivers again. */
  readonly handle: (delivery: Delivery) => Promise<{ readonly status: 200 | 500; readonly code: string }>
}

/** Sent by `affiliate-recipes doctor`: a delivery that passes every check gets its response, and nothing is done. */
export const checkHeader = 'X-Affiliate-Recipes-Check'

/** Makes a route that verifies deliveries, and handles each of them once. It never rejects. */
export function createWebhookRoute(
  options: WebhookOptions,
  route: WebhookRoute,
): (request: Request) => Promise<Response> {
  const deliveries = options.ledger ?? createMemoryLedger({ entriesMax: 20_000 })
  return async (request) => {
    const received = await receive(request, options, route)
    if (received.status !== undefined) {
      route.report({ outcome: 'rejected', status: received.status, code: received.code })
      return toJsonResponse(received.status, { code: received.code })
    }
    if (request.headers.has(checkHeader)) return toCheckResponse(deliveries)
    const { shop, id, digest } = received.delivery
    const mayRepeat = (handledAtMs: number) => route.mayRepeat(shop, handledAtMs)
    const names = { id, digest: `${route.digestPrefix?.() ?? ''}${digest}`, mayRepeat }
    const claim = await claimDelivery(deliveries, names)
    if (claim === null) {
      route.report({ outcome: 'duplicate', shop })
      return toJsonResponse(200, { code: 'duplicate' })
    }
    const { status, code } = await route.handle(received.delivery)
    // D39: the platform delivers again what failed, so that must not be remembered.
    await (status === 200 ? claim.confirm() : claim.release())
    return toJsonResponse(status, { code })
  }
}

/** The response to a check tells of a ledger without its table, and changes nothing. */
async function toCheckResponse(deliveries: Ledger): Promise<Response> {
  const fault = await findFault(() => runWithin(ledgerTimeoutMs, () => deliveries.read('delivery:check')))
  return fault === undefined
    ? toJsonResponse(200, { code: 'checked' })
    : toJsonResponse(500, { code: fault === 'ledger_table_missing' ? fault : 'ledger_failed' })
}

/** Runs work, and tells the code of what it threw. */
export async function findFault(work: () => unknown): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return toFault(error).code
  }
}
