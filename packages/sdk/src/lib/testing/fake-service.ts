import { type ErrorCode, errorCatalogue, type Issue, operations } from '@affiliate-platform/contract'
import {
  createMatcher,
  fixedHeaders,
  problemResponse,
  ServiceError,
  toFetch,
} from '@affiliate-platform/contract/server'
import { type HttpHandler, http } from 'msw'
import type { OperationName } from '../affiliate-error.ts'
import type { ClientOptions } from '../client-options.ts'
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
 * An affiliate platform in memory. It responds as the real service does, and fails as told.
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
  const requests: ReceivedRequest[] = []
  const script = createScript()
  const handle = createHandle({ baseUrl, requests, script, handle: createMemoryServer(options) })

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
    requests,
    script: script.add,
  }
}

interface HandleOptions {
  readonly baseUrl: string
  readonly requests: ReceivedRequest[]
  readonly script: ReturnType<typeof createScript>
  readonly handle: ReturnType<typeof createMemoryServer>
}

function createHandle({ baseUrl, requests, script, handle }: HandleOptions) {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '')
  const respond = toFetch(handle, basePath)
  return async (request: Request): Promise<Response> => {
    const { method, url, headers } = request
    const path = new URL(url).pathname.slice(basePath.length)
    const operation = findOperationOf(path)
    const body = await request.clone().text()
    requests.push({ operation, method, url, headers: Object.fromEntries(headers), body })

    const usualResponse = () => respond(request)
    const scripted = script.take(operation) ?? usualResponse
    return scripted({
      request,
      usualResponse,
      reject: (code, options) => toErrorResponse(path, toErrorCode(code), options),
    })
  }
}

const findOperation = createMatcher(Object.values(operations))

/** The operation of a path, whatever the method. */
function findOperationOf(path: string): OperationName | undefined {
  for (const { method } of Object.values(operations)) {
    const match = findOperation(method, path)
    if (!(match instanceof ServiceError)) return match.operation.id
  }
  return undefined
}

function toErrorResponse(path: string, code: ErrorCode, options: RejectionOptions = {}): Response {
  const { issues = [], headers = {} } = options
  const requestId = crypto.randomUUID()
  const error = new ServiceError(code, `${errorCatalogue[code].title}.`, {
    issues: issues as readonly Issue[],
    headers,
  })
  const response = problemResponse(error, requestId, path)
  return new Response(response.body, {
    status: response.status,
    headers: { ...fixedHeaders(requestId, path), ...response.headers },
  })
}

function createScript() {
  const responsesByOperation = new Map<OperationName | undefined, ScriptedResponse[]>()
  return {
    add: (operation: OperationName, ...responses: readonly ScriptedResponse[]): void => {
      responsesByOperation.set(operation, [...(responsesByOperation.get(operation) ?? []), ...responses])
    },
    take: (operation: OperationName | undefined) => responsesByOperation.get(operation)?.shift(),
  }
}

function toErrorCode(code: string): ErrorCode {
  if (Object.hasOwn(errorCatalogue, code)) return code as ErrorCode
  throw new RangeError(`The service has no error code ${code}.`)
}
