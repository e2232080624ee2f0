import { createHmac } from 'node:crypto'

/**
 * Signs a webhook body as Shopify does, for the `X-Shopify-Hmac-Sha256` header.
 *
 * @param body The exact bytes that are sent; a text stands for its UTF-8 bytes.
 * @param secret The app's client secret.
 * @returns The HMAC-SHA256 in base64.
 */
export function signWebhook(body: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64')
}
