import { type Finding, failed, ok } from './finding.ts'

const timeoutMs = 5000

/** Any response will do: what counts is that names of this kind are found, and that a secure connection can be made. */
const url = 'https://affiliate-service-doctor.myshopify.com/'

/** Checks whether shops can be reached from here. */
export async function checkPlatform(fetch: typeof globalThis.fetch): Promise<Finding> {
  try {
    const response = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return ok('platform', `Shopify responds at *.myshopify.com (HTTP ${response.status}).`)
  } catch (error) {
    return failed(
      'platform',
      `Shopify cannot be reached at *.myshopify.com (${describe(error)}).`,
      'Allow outbound HTTPS (port 443) and DNS. Until then no shop is identified with its access token; ' +
        'everything else works. On a machine that is meant to be offline: --offline.',
    )
  }
}

/** The system's name for what went wrong, which fetch hides in its cause. */
function describe(error: unknown): string {
  const code: unknown = Reflect.get(Object(Reflect.get(Object(error), 'cause')), 'code')
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'unknown'
}
