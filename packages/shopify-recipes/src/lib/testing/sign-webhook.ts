import { createHmac } from 'node:crypto'

/**
 * Signs a webhook body as the platform does (interface 5 rule 7).
 *
 * @param body - the exact bytes that are sent; a text stands for its UTF-8 bytes
 * @param secret - the app's client secret
 * @returns the HMAC-SHA256 in base64
 *
 * @example
 * ```ts
 * import { signWebhook } from '@affiliate-platform/shopify-recipes/testing'
 *
 * const signature = signWebhook('{"id":1}', 'my-secret')
 * ```
 */
export function signWebhook(body: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64')
}
