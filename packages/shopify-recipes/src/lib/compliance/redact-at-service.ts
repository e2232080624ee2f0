import { runWithin } from '../deadline.ts'
import { readEnvironment } from '../environment.ts'

/** The platform waits 5 s for the whole webhook. */
const timeoutMs = 3500

/**
 * Has the affiliate platform erase what it knows of a shop. Where the app has no workspace key or no base URL in its
 * environment it does not identify shops, and there is nothing to erase.
 *
 * @throws RedactError for anything but a success, or a platform that does not have the path
 */
export async function redactAtService(shop: string): Promise<void> {
  const apiKey = readEnvironment('AFFILIATE_WORKSPACE_API_KEY')
  const baseUrl = readEnvironment('AFFILIATE_BASE_URL')
  if (apiKey === undefined || baseUrl === undefined) return
  const response = await runWithin(timeoutMs, (signal) =>
    fetch(`${baseUrl.replace(/\/+$/, '')}/api/compliance/shop-redact`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ myshopifyDomain: shop }),
      // The key goes where it was meant to go, and nowhere else.
      redirect: 'error',
      signal,
    }),
  )
  await response.body?.cancel()
  // A platform of before this path has nothing to be told: no redelivery would change that.
  if (!response.ok && response.status !== 404) throw new RedactError(response.status)
}

class RedactError extends Error {
  override readonly name = 'RedactError'
  readonly code: string

  constructor(status: number) {
    super('The affiliate platform did not erase the shop.')
    this.code = `http_${status}`
  }
}
