import { type PlatformCall, respondAdminApi } from './admin-api.ts'
import { respondAsPartner } from './partner/partner-api.ts'
import { partnerHost } from './partner/partner-organization.ts'
import { isShopDomain, type Platform } from './platform.ts'
import { networkError, rejection } from './responses.ts'
import { respondTokenRequest } from './token-endpoint.ts'

/** The same call as the global `fetch`. */
export type PlatformFetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>

type HostCall = Omit<PlatformCall, 'shop'>

const graphqlPathPattern = /^\/admin\/api\/([a-z0-9-]+)\/graphql\.json$/

export function createPlatformFetch(platform: Platform): PlatformFetch {
  return (input, init) => {
    // The caller's own signal: the one that a Request derives from it may be collected before it fires.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    return rejectOnAbort(() => sendRequest(platform, new Request(input, init), signal), signal)
  }
}

async function sendRequest(
  platform: Platform,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const body = await request.text()
  const url = new URL(request.url)
  const domain = toKnownHost(url)
  platform.requests.push({
    atMs: platform.now(),
    method: request.method,
    url: request.url,
    domain,
    headers: Object.fromEntries(request.headers),
    body,
  })
  if (domain === undefined) throw networkError('ENOTFOUND', `getaddrinfo ENOTFOUND ${url.hostname}`)
  const call = { platform, url, headers: request.headers, body, signal }
  const response = await routeHost(call, domain, request.method)
  return isRedirect(response) ? redirectRequest(call, request, response) : response
}

async function routeHost(call: HostCall, domain: string, method: string): Promise<Response> {
  if (domain === partnerHost) return respondAsPartner(call, method)
  const shop = call.platform.shops.get(domain)
  return shop === undefined ? rejection(404, 'Not Found') : routeCall({ ...call, shop }, method)
}

async function routeCall(call: PlatformCall, method: string): Promise<Response> {
  const apiVersion = graphqlPathPattern.exec(call.url.pathname)?.[1]
  if (method === 'POST' && apiVersion !== undefined) return respondAdminApi(call, apiVersion)
  if (method === 'POST' && call.url.pathname === '/admin/oauth/access_token') return respondTokenRequest(call)
  return rejection(404, 'Not Found')
}

/** As Node's fetch: rejects, hands the response over, or follows one hop with the access token still attached. */
async function redirectRequest(call: HostCall, request: Request, response: Response): Promise<Response> {
  if (request.redirect === 'manual') return response
  if (request.redirect === 'error') throw networkError('UND_ERR', 'unexpected redirect')
  const keepsMethod = response.status === 307 || response.status === 308
  const location = new URL(response.headers.get('location') ?? '', call.url)
  const target = new Request(location, {
    redirect: 'error',
    headers: request.headers,
    ...(keepsMethod ? { method: request.method, body: call.body } : {}),
  })
  return sendRequest(call.platform, target, call.signal)
}

function isRedirect({ status }: Response): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

function toKnownHost(url: URL): string | undefined {
  const isKnown = url.hostname === partnerHost || isShopDomain(url.hostname)
  return url.protocol === 'https:' && url.port === '' && isKnown ? url.hostname : undefined
}

function rejectOnAbort<Value>(work: () => Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', abort))
  })
}
