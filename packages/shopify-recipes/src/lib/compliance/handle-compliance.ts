import { runWithin } from '../deadline.ts'
import { toRecord } from '../fault.ts'
import { ledgerTimeoutMs } from '../ledger/delivery-entry.ts'
import { forgetInstall } from '../ledger/end-install.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { sharedMemoryLedger } from '../ledger/memory-ledger.ts'
import { createReport } from '../report.ts'
import type { Delivery } from '../webhook/delivery.ts'
import { createWebhookRoute, findFault } from '../webhook/webhook-route.ts'
import type {
  ComplianceOptions,
  ComplianceStage,
  ComplianceTopic,
  CustomerRequest,
} from './compliance-options.ts'
import { toComplianceWarning } from './compliance-warning.ts'
import { redactAtService } from './redact-at-service.ts'

const topics: readonly ComplianceTopic[] = ['customers/data_request', 'customers/redact', 'shop/redact']

// The topic is not signed: what asks about a customer must not erase the shop, nor what asks for data erase the customer.
const foreignMembers = { 'shop/redact': 'customer', 'customers/redact': 'data_request' }

/**
 * Makes the webhook of the three compliance topics: verifies the delivery without a session, runs the app's callback for
 * its topic once, and at `shop/redact` takes the shop out of the ledger and has the affiliate platform erase it, where
 * `AFFILIATE_WORKSPACE_API_KEY` and `AFFILIATE_BASE_URL` are set.
 *
 * @returns the route; it never rejects. 200 handled, 401 signature missing or wrong, 400, 404, 405, 413 rejected, 500
 * for the platform to deliver again
 *
 * @example
 * ```ts
 * import { createMemoryLedger, handleCompliance } from '@affiliate-platform/shopify-recipes'
 *
 * const route = handleCompliance({
 *   ledger: createMemoryLedger(),
 *   onShopRedact: async ({ shop }) => console.info('delete everything of', shop),
 * })
 * ```
 */
export function handleCompliance(options: ComplianceOptions = {}): (request: Request) => Promise<Response> {
  const { ledger = sharedMemoryLedger() } = options
  const report = createReport(options.onResult, toComplianceWarning)
  const handle = async (delivery: Delivery) => {
    const { shop, triggeredAt = new Date() } = delivery
    const topic = topics.find((one) => one === delivery.topic) ?? 'shop/redact'
    const fail = (stage: ComplianceStage, code: string) => {
      report({ outcome: 'failed', shop, topic, stage, code })
      return { status: 500, code: `${stage}_failed` } as const
    }
    const callbackFault = await findFault(() => runCallback(topic, delivery, options))
    const redaction = topic === 'shop/redact' ? await redact(ledger, shop, triggeredAt) : undefined
    if (callbackFault !== undefined) return fail('callback', callbackFault)
    if (redaction !== undefined) return fail(redaction.stage, redaction.code)
    report({ outcome: 'handled', shop, topic })
    return { status: 200, code: 'handled' } as const
  }
  return createWebhookRoute(options, {
    topics,
    shopMember: 'shop_domain',
    foreignMembers,
    mayRepeat,
    report,
    handle,
  })
}

const dayMs = 86_400_000

// Shopify asks to redact a shop 48 hours after an uninstall: within a day a second such body is the first one.
const mayRepeat = (_: string, handledAtMs: number) => Date.now() - handledAtMs > dayMs

/** Takes a shop out of the ledger, and has the affiliate platform erase it unless it has installed again since. */
async function redact(
  ledger: Ledger,
  shop: string,
  triggeredAt: Date,
): Promise<{ readonly stage: ComplianceStage; readonly code: string } | undefined> {
  let isBack = false
  const ledgerFault = await findFault(async () => {
    isBack = await runWithin(ledgerTimeoutMs, () => forgetInstall(ledger, shop, triggeredAt.getTime()))
  })
  const serviceFault = isBack ? undefined : await findFault(() => redactAtService(shop))
  // Without its table the ledger holds nothing to forget.
  if (ledgerFault !== undefined && ledgerFault !== 'ledger_table_missing') {
    return { stage: 'ledger', code: ledgerFault }
  }
  return serviceFault === undefined ? undefined : { stage: 'service', code: serviceFault }
}

function runCallback(topic: ComplianceTopic, delivery: Delivery, options: ComplianceOptions): unknown {
  const { shop, triggeredAt, payload } = delivery
  switch (topic) {
    case 'customers/data_request':
      return options.onCustomerDataRequest?.(toCustomerRequest(delivery, 'orders_requested'))
    case 'customers/redact':
      return options.onCustomerRedact?.(toCustomerRequest(delivery, 'orders_to_redact'))
    case 'shop/redact':
      return options.onShopRedact?.({ shop, triggeredAt, payload })
  }
}

function toCustomerRequest({ shop, triggeredAt, payload }: Delivery, ordersMember: string): CustomerRequest {
  const { id, email, phone } = toRecord(payload['customer'])
  const orders = payload[ordersMember]
  return {
    shop,
    triggeredAt,
    payload,
    customer: {
      id: typeof id === 'number' ? id : undefined,
      email: typeof email === 'string' ? email : undefined,
      phone: typeof phone === 'string' ? phone : undefined,
    },
    orderIds: Array.isArray(orders) ? orders.filter((order) => typeof order === 'number') : [],
  }
}
