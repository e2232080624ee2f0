import { signWebhook } from './sign-webhook.ts'

/** `webhook`: the `X-Shopify-*` headers of today. `events`: the `Shopify-*` ones of the Events preview. */
export type HeaderFamily = 'webhook' | 'events' | 'both'

/** A signed webhook, ready to be sent. */
export interface WebhookDelivery {
  /** Where it goes. */
  readonly url: string
  /** All headers, the signature included. */
  readonly headers: Readonly<Record<string, string>>
  /** The signed text. */
  readonly body: string
  /** The same as a `Request`, a new one at each call. */
  readonly toRequest: () => Request
}

/** What to deliver. */
export interface WebhookDeliveryOptions {
  /** Where it goes. */
  readonly url: string
  /** The app's client secret, which signs. */
  readonly secret: string
  /** The shop's domain, for the shop-domain header. */
  readonly domain: string
  /** The body, sent as JSON; a text is sent as it is. */
  readonly payload: Readonly<Record<string, unknown>> | string
  /** Default: `app/uninstalled`. */
  readonly topic?: string
  /** Identifies this delivery. Default: a fixed UUID. */
  readonly webhookId?: string
  /** Identifies the event, the same in all its deliveries. Default: a fixed UUID. */
  readonly eventId?: string
  /** When the event happened, in milliseconds. Default: now. */
  readonly triggeredAtMs?: number
  /** Default: `2026-10`. */
  readonly apiVersion?: string
  /** The subscription's name, for `X-Shopify-Name`. Default: none. */
  readonly name?: string | null
  /** Which headers it carries. Default: `webhook`. */
  readonly headerFamily?: HeaderFamily
}

/** Builds a signed webhook delivery with Shopify's real headers, for a handler under test. */
export function createWebhookDelivery(options: WebhookDeliveryOptions): WebhookDelivery {
  const { url, secret, payload, headerFamily = 'webhook' } = options
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const signature = signWebhook(body, secret)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Shopify-Captain-Hook',
    ...(headerFamily === 'events' ? {} : toWebhookHeaders(options, signature)),
    ...(headerFamily === 'webhook' ? {} : toEventsHeaders(options, signature)),
  }
  return { url, headers, body, toRequest: () => new Request(url, { method: 'POST', headers, body }) }
}

function toWebhookHeaders(options: WebhookDeliveryOptions, signature: string): Record<string, string> {
  const { eventId = '00000000-0000-4000-8000-00000000e000', name } = options
  return {
    ...prefix('X-Shopify-', toSharedHeaders(options, signature)),
    'X-Shopify-Event-Id': eventId,
    ...(name ? { 'X-Shopify-Name': name } : {}),
  }
}

function toEventsHeaders(options: WebhookDeliveryOptions, signature: string): Record<string, string> {
  const labels = { Handle: options.name ?? 'app-uninstalled', Action: 'delete' }
  return prefix('Shopify-', { ...toSharedHeaders(options, signature), ...labels })
}

function toSharedHeaders(options: WebhookDeliveryOptions, signature: string): Record<string, string> {
  return {
    Topic: options.topic ?? 'app/uninstalled',
    'Shop-Domain': options.domain,
    'API-Version': options.apiVersion ?? '2026-10',
    'Webhook-Id': options.webhookId ?? '00000000-0000-4000-8000-00000000d000',
    'Triggered-At': new Date(options.triggeredAtMs ?? Date.now()).toISOString(),
    'Hmac-Sha256': signature,
  }
}

function prefix(start: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [start + name, value]))
}
