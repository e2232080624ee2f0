import { randomUUID } from 'node:crypto'
import { signWebhook } from './sign-webhook.ts'
import { uninstallPayload } from './uninstall-payload.ts'

/** What is wrong with a delivery. All of them must get 401. */
export type DeliveryFault =
  | 'wrong_secret'
  | 'missing_signature'
  | 'empty_signature'
  | 'changed_byte'
  | 'reserialised_body'

/** A delivery to build. */
export interface UninstallRequestOptions {
  /** The webhook's address. */
  readonly url: string
  /** The app's client secret, which signs; an older one for a rotation. */
  readonly secret: string
  /** The shop's domain. Default `example.myshopify.com`. */
  readonly shop?: string
  /** The body. Default: `uninstallPayload()` of the shop. */
  readonly payload?: Readonly<Record<string, unknown>>
  /** Default: none, a delivery that must be handled. */
  readonly fault?: DeliveryFault
  /** Default: a new one. */
  readonly eventId?: string
  /** Default: a new one. */
  readonly webhookId?: string
  /** When the shop uninstalled. Default: now. */
  readonly triggeredAt?: Date
  /** Further headers, or others. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Builds a delivery of `app/uninstalled`, with Shopify's headers and signed as Shopify signs.
 *
 * @example
 * ```ts
 * import { uninstallRequest } from '@affiliate-platform/shopify-recipes/testing'
 *
 * const url = 'https://my-app.example/webhooks/app/uninstalled'
 * const handled = uninstallRequest({ url, secret: 'my-secret' })
 * const rejected = uninstallRequest({ url, secret: 'my-secret', fault: 'changed_byte' })
 * ```
 */
export function uninstallRequest(options: UninstallRequestOptions): Request {
  const { url, shop = 'example.myshopify.com', triggeredAt = new Date(), fault } = options
  const payload = options.payload ?? uninstallPayload({ myshopify_domain: shop })
  const body = JSON.stringify(payload)
  const headers = new Headers({
    'Content-Type': 'application/json',
    'X-Shopify-Topic': 'app/uninstalled',
    'X-Shopify-Shop-Domain': shop,
    'X-Shopify-API-Version': '2026-10',
    'X-Shopify-Event-Id': options.eventId ?? randomUUID(),
    'X-Shopify-Webhook-Id': options.webhookId ?? randomUUID(),
    'X-Shopify-Triggered-At': triggeredAt.toISOString(),
    ...options.headers,
  })
  const signature = sign(body, options)
  if (signature !== undefined) headers.set('X-Shopify-Hmac-Sha256', signature)
  return new Request(url, { method: 'POST', headers, body: spoil(body, payload, fault) })
}

function sign(body: string, { secret, fault }: UninstallRequestOptions): string | undefined {
  if (fault === 'missing_signature') return undefined
  if (fault === 'empty_signature') return ''
  return signWebhook(body, fault === 'wrong_secret' ? `${secret}-another` : secret)
}

function spoil(
  body: string,
  payload: Readonly<Record<string, unknown>>,
  fault: DeliveryFault | undefined,
): string {
  if (fault === 'changed_byte') return body.replace('{', ' ')
  // The same content as a body parser would write it again, in other bytes.
  if (fault === 'reserialised_body') return JSON.stringify(payload, null, 1)
  return body
}
