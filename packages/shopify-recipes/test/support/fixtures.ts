import { apiKeyChecksum } from '@affiliate-platform/contract'
import { createWebhookDelivery, uninstalledPayload } from '@affiliate-platform/shopify-simulator'

export const shop = 'maple-lantern.myshopify.com'
export const secret = 'app-client-secret'
export const appId = '018f4d5e-7a1b-7c2d-8e3f-4a5b6c7d8e9f'
export const accessToken = 'shpat_0123456789abcdef0123456789abcdef'
export const phone = '+1 613 555 0142'

const keyBody = `aff_workspace_${'k'.repeat(32)}`
export const apiKey = `${keyBody}_${apiKeyChecksum(keyBody)}`

const bridgeKeyBody = `aff_install_bridge_${'k'.repeat(32)}`
export const bridgeKey = `${bridgeKeyBody}_${apiKeyChecksum(bridgeKeyBody)}`

export const payload = uninstalledPayload({ myshopify_domain: shop, domain: shop })

type DeliveryOptions = Partial<Parameters<typeof createWebhookDelivery>[0]>

export function buildDelivery(overrides: DeliveryOptions = {}) {
  const url = 'https://my-app.example/webhooks/app/uninstalled'
  return createWebhookDelivery({ url, secret, domain: shop, payload, ...overrides })
}

/** A signed delivery as a request; `headers` replace or, as null, remove headers of it. */
export function buildRequest(
  overrides: DeliveryOptions = {},
  changes: {
    readonly headers?: Record<string, string | null>
    readonly body?: string
    readonly method?: string
  } = {},
): Request {
  const delivery = buildDelivery(overrides)
  const headers = new Headers(delivery.headers)
  for (const [name, value] of Object.entries(changes.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const { method = 'POST', body = delivery.body } = changes
  return new Request(delivery.url, { method, headers, ...(method === 'POST' && { body }) })
}
