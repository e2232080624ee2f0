import { reportEvidence } from '@affiliate-platform/contract'
import type { CommandIo } from '../io.ts'
import { isUuid } from './check-environment.ts'
import { error, type Finding, ok, warning } from './finding.ts'

const timeoutMs = 5000
// Shopify's libraries reject session tokens beyond this difference.
const clockToleranceMs = 10_000
// Nobody's: nothing is asked about it or kept of it.
const myshopifyDomain = 'affiliate-recipes-doctor.myshopify.com'

/**
 * Asks the service whether it takes the keys and the app, with requests that are accepted as ours and rejected as empty:
 * they identify and report nothing, and leave no receipt.
 */
export async function checkService(io: CommandIo): Promise<readonly Finding[]> {
  const {
    AFFILIATE_BASE_URL: baseUrl = '',
    AFFILIATE_WORKSPACE_API_KEY: apiKey = '',
    AFFILIATE_INSTALL_BRIDGE_KEY: bridgeKey = '',
    AFFILIATE_APP_ID: appId,
  } = io.env
  if (!URL.canParse(baseUrl) || (apiKey === '' && bridgeKey === '')) return []
  const host = new URL(baseUrl).host
  const findings: Finding[] = []
  try {
    if (apiKey !== '') {
      const body = appId && isUuid(appId) ? { myshopifyDomain, appId } : {}
      const { status, headers } = await ask({ path: '/api/identify', apiKey, body }, io)
      findings.push(judgeStatus(status, host), ...checkClock(headers, io.now()))
    }
    if (bridgeKey !== '') {
      // A report of nothing is rejected, and nothing is kept of it.
      const { status } = await ask({ path: reportEvidence.path, apiKey: bridgeKey, body: {} }, io)
      findings.push(judgeBridge(status, host))
    }
    return findings
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

async function ask(
  { path, apiKey, body }: { readonly path: string; readonly apiKey: string; readonly body: object },
  io: CommandIo,
): Promise<Response> {
  const baseUrl = io.env['AFFILIATE_BASE_URL'] ?? ''
  const response = await io.fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.any([io.interrupted, AbortSignal.timeout(timeoutMs)]),
  })
  await response.body?.cancel()
  return response
}

function judgeBridge(status: number, host: string): Finding {
  if (status === 400) return ok('BRIDGE-KEY', `${host} accepts the install-bridge key.`)
  if (status === 401) {
    return error(
      'BRIDGE-KEY',
      `${host} does not accept AFFILIATE_INSTALL_BRIDGE_KEY: no install is reported.`,
      'Check that it is a key of this service and has not been revoked.',
    )
  }
  const remedy = status === 404 ? 'Update the service: it takes no reports yet.' : 'Try again later.'
  return warning('SERVICE', `${host} responds with ${status} to a report.`, remedy)
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
