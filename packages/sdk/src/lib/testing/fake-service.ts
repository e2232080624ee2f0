import { type ErrorCode, errorCatalogue } from '@affiliate-platform/contract'
import { type HttpHandler, http } from 'msw'
import type { OperationName } from '../affiliate-error.ts'
import type { ClientOptions } from '../client-options.ts'
import type { FakeMembership, FakePayout } from './build-records.ts'
import { toProblemResponse } from './fake-answer.ts'
import { fakeApiKeys } from './fake-keys.ts'
import { createFakePipeline } from './fake-pipeline.ts'
import { findRoute } from './fake-route.ts'
import type { FakeTime } from './fake-time.ts'
import type { ScriptedAnswer } from './scripted-answers.ts'

/**
 * What a fake service starts with. Everything has a default.
 *
 * @example const options: FakeServiceOptions = { quotaRequestsMax: 3 }
 */
export interface FakeServiceOptions {
  /** Where it answers. Default `https://affiliates.test`. */
  readonly baseUrl?: string
  /** The payouts there are, in any order. Default: three. */
  readonly payouts?: readonly FakePayout[]
  /** The memberships that terms can be saved for. Default: the one of `fakeIds`. */
  readonly memberships?: readonly FakeMembership[]
  /** Requests per affiliate key and minute. Default 120, as the real service. */
  readonly quotaRequestsMax?: number
  /** Its clock. Default: the machine's. */
  readonly time?: FakeTime
}

/**
 * A request that reached the fake service.
 *
 * @example const keyOf = (request: ReceivedRequest) => request.headers['idempotency-key']
 */
export interface ReceivedRequest {
  /** Undefined for an unknown path. */
  readonly operation: OperationName | undefined
  readonly method: string
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The body's text. */
  readonly body: string
}

/**
 * An affiliate platform in memory. It answers as the real service does, and fails as told.
 *
 * @example const lastRequest = (service: FakeService) => service.requests.at(-1)
 */
export interface FakeService {
  readonly baseUrl: string
  /** For msw: `setupServer(...service.handlers)`. */
  readonly handlers: readonly HttpHandler[]
  /** For a client's option `fetch`: the same answers without msw's server. */
  readonly fetch: typeof globalThis.fetch
  /** Options of an `AffiliateClient` that talks to it directly. */
  readonly affiliateOptions: ClientOptions
  /** Options of an `IdentifyClient` that talks to it directly. */
  readonly identifyOptions: ClientOptions
  /** Every request so far. */
  readonly requests: readonly ReceivedRequest[]
  /** The next requests of an operation get these answers, one each; then the usual ones again. */
  script(operation: OperationName, ...answers: readonly ScriptedAnswer[]): void
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
  const handle = createHandle({ baseUrl, requests, script, answer: createFakePipeline(options) })

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
  readonly answer: ReturnType<typeof createFakePipeline>
}

function createHandle({ baseUrl, requests, script, answer }: HandleOptions) {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '')
  return async (request: Request): Promise<Response> => {
    const { method, url, headers } = request
    const route = findRoute(new URL(url).pathname.slice(basePath.length))
    const operation = route?.operation.id
    const body = await request.clone().text()
    requests.push({ operation, method, url, headers: Object.fromEntries(headers), body })

    const frame = {
      baseUrl,
      requestId: crypto.randomUUID(),
      isIdentify: operation === 'identify',
      headers: {},
    }
    const usualAnswer = async () => answer({ request, route, body, frame })
    const scripted = script.take(operation) ?? usualAnswer
    return scripted({
      request,
      usualAnswer,
      refuse: (code, refusal) => toProblemResponse({ code: toErrorCode(code), ...refusal }, frame),
    })
  }
}

function createScript() {
  const answersByOperation = new Map<OperationName | undefined, ScriptedAnswer[]>()
  return {
    add: (operation: OperationName, ...answers: readonly ScriptedAnswer[]): void => {
      answersByOperation.set(operation, [...(answersByOperation.get(operation) ?? []), ...answers])
    },
    take: (operation: OperationName | undefined) => answersByOperation.get(operation)?.shift(),
  }
}

function toErrorCode(code: string): ErrorCode {
  if (Object.hasOwn(errorCatalogue, code)) return code as ErrorCode
  throw new RangeError(`The service has no error code ${code}.`)
}
