import type { CommandIo } from '../io.ts'
import { isUuid } from './check-environment.ts'
import { error, type Finding, ok, warning } from './finding.ts'

const timeoutMs = 5000
// Shopify's libraries reject session tokens beyond this difference.
const clockToleranceMs = 10_000
// Nobody's: nothing is asked about it or kept of it.
const myshopifyDomain = 'affiliate-recipes-doctor.myshopify.com'

/**
 * Asks the service whether it takes the key and the app, with a request that is accepted as ours and rejected as empty:
 * it identifies nothing and leaves no receipt.
 */
export async function checkService(io: CommandIo): Promise<readonly Finding[]> {
  const {
    AFFILIATE_BASE_URL: baseUrl = '',
    AFFILIATE_WORKSPACE_API_KEY: apiKey = '',
    AFFILIATE_APP_ID: appId,
  } = io.env
  if (!URL.canParse(baseUrl) || apiKey === '') return []
  const host = new URL(baseUrl).host
  try {
    const response = await io.fetch(`${baseUrl.replace(/\/+$/, '')}/api/identify`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(appId && isUuid(appId) ? { myshopifyDomain, appId } : {}),
      redirect: 'manual',
      signal: AbortSignal.any([io.interrupted, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return [judgeStatus(response.status, host), ...checkClock(response.headers, io.now())]
  } catch (thrown) {
    return [
      error(
        'UNREACHABLE',
        `${host} does not respond (${describe(thrown)}).`,
        'Check AFFILIATE_BASE_URL and the network.',
      ),
    ]
  }
}

function judgeStatus(status: number, host: string): Finding {
  if (status === 400) return ok('KEY', `${host} accepts the key.`)
  if (status === 403) {
    return error(
      'APP-ID',
      `${host} knows no app AFFILIATE_APP_ID in the workspace of the key: no shop is identified.`,
      "Set it to the app's id there, and the key to one of the same workspace.",
    )
  }
  if (status === 401) {
    return error(
      'KEY-REFUSED',
      `${host} does not accept the key.`,
      'Check that it is a key of this service and has not been revoked.',
    )
  }
  if (status >= 300 && status < 400) {
    return error(
      'REDIRECT',
      `${host} redirects.`,
      'Set AFFILIATE_BASE_URL to where it redirects: a key is never forwarded.',
    )
  }
  if (status === 404)
    return error('BASE-URL', `${host} has no identify endpoint.`, 'Check AFFILIATE_BASE_URL.')
  return warning('SERVICE', `${host} responds with ${status}.`, 'Try again later.')
}

function checkClock(headers: Headers, nowMs: number): readonly Finding[] {
  const differenceMs = nowMs - Date.parse(headers.get('date') ?? '')
  if (!(Math.abs(differenceMs) > clockToleranceMs)) return []
  const seconds = Math.round(Math.abs(differenceMs) / 1000)
  const detail = `This clock is ${seconds} s ${differenceMs > 0 ? 'ahead' : 'behind'}.`
  return [warning('CLOCK', detail, 'Set the clock: Shopify session tokens are rejected beyond 10 s.')]
}

/** The system's code alone: a message could quote the request. */
function describe(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : 'timeout or network'
}
