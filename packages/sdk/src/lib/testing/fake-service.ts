import { type ErrorCode, errorCatalogue, type Issue, operations } from '@affiliate-platform/contract'
import { createMatcher, rejectAtOnce, ServiceError, toFetch } from '@affiliate-platform/contract/server'
import { type HttpHandler, http } from 'msw'
import type { OperationName } from '../errors/affiliate-error.ts'
import type { ClientOptions } from '../settings/client-options.ts'
import { fakeApiKeys } from './fake-keys.ts'
import type { FakeServiceOptions } from './fake-service-options.ts'
import { createMemoryServer } from './memory-server.ts'
import type { RejectionOptions, ScriptedResponse } from './scripted-responses.ts'

/**
 * A request that reached the fake service.
 *
 * @example const keyOf = (request: ReceivedRequest) => request.headers['idempotency-key']
 */
export interface ReceivedRequest {
  /** Undefined for an unknown path. */
  readonly operation: OperationName | undefined
  /** The HTTP method, upper case. */
  readonly method: string
  /** The whole URL, with its query. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The body's text. */
  readonly body: string
}

/**
 * An affiliate platform in memory. It responds as the real service does, and fails on demand.
 *
 * @example const lastRequest = (service: FakeService) => service.requests.at(-1)
 */
export interface FakeService {
  /** Where it pretends to be, for the option `baseUrl`. */
  readonly baseUrl: string
  /** For msw: `setupServer(...service.handlers)`. */
  readonly handlers: readonly HttpHandler[]
  /** For a client's option `fetch`: the same responses without msw's server. */
  readonly fetch: typeof globalThis.fetch
  /** Options of an `AffiliateClient` that talks to it directly. */
  readonly affiliateOptions: ClientOptions
  /** Options of an `IdentifyClient` that talks to it directly. */
  readonly identifyOptions: ClientOptions
  /** Options of an `InstallBridgeClient` that talks to it directly. */
  readonly installBridgeOptions: ClientOptions
  /** Every request so far. */
  readonly requests: readonly ReceivedRequest[]
  /** The next requests of an operation get these responses, one each; then the usual ones again. */
  script(operation: OperationName, ...responses: readonly ScriptedResponse[]): void
}

/**
 * Starts an affiliate platform in memory for your tests: no network, no port, no clean-up.
 *
 * @example
 * ```ts
 * import { AffiliateClient } from '@affiliate-platform/sdk'
 * import { createFakeService } from '@affiliate-platform/sdk/testing'
 *
 * const service = createFakeService()
 * const affiliate = new AffiliateClient(service.affiliateOptions)
 * const page = await affiliate.payouts.listPage()
 * ```
 */
export function createFakeService(options: FakeServiceOptions = {}): FakeService {
  const baseUrl = options.baseUrl ?? 'https://affiliates.test'
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '')
  const respond = toFetch(createMemoryServer(options), basePath)
  const findOperation = createMatcher(Object.values(operations))
  const requests: ReceivedRequest[] = []
  const scripted = new Map<OperationName | undefined, ScriptedResponse[]>()

  const handle = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request
    const path = new URL(url).pathname.slice(basePath.length)
    const { operation } = findOperation(method, path)
    const body = await request.clone().text()
    requests.push({ operation: operation?.id, method, url, headers: Object.fromEntries(headers), body })

    const usualResponse = async () => {
      const response = await respond(request)
      response.headers.set('Date', new Date(options.time?.nowMs() ?? Date.now()).toUTCString())
      return response
    }
    const next = scripted.get(operation?.id)?.shift() ?? usualResponse
    const rejectAs = (code: string, rejection?: RejectionOptions) => {
      const { body, ...head } = rejectAtOnce(toError(code, rejection), path, operation)
      return new Response(body, head)
    }
    return next({ request, usualResponse, reject: rejectAs })
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const response = await handle(request)
    request.signal.throwIfAborted()
    // What `Response.error()` stands for when msw gives it.
    if (response.type === 'error') throw new TypeError('fetch failed')
    return response
  }
  return {
    baseUrl,
    handlers: [http.all(`${baseUrl}/*`, ({ request }) => handle(request))],
    fetch,
    affiliateOptions: { baseUrl, fetch, apiKey: fakeApiKeys.affiliate },
    identifyOptions: { baseUrl, fetch, apiKey: fakeApiKeys.workspace },
    installBridgeOptions: { baseUrl, fetch, apiKey: fakeApiKeys.installBridge },
    requests,
    script: (operation, ...responses) => {
      scripted.set(operation, [...(scripted.get(operation) ?? []), ...responses])
    },
  }
}

function toError(code: string, { issues = [], headers = {} }: RejectionOptions = {}): ServiceError {
  if (!isErrorCode(code)) throw new RangeError(`The service has no error code ${code}.`)
  return new ServiceError(code, `${errorCatalogue[code].title}.`, {
    issues: issues as readonly Issue[],
    headers,
  })
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)
