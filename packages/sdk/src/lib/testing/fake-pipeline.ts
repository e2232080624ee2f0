import { headerNames, limits } from '@affiliate-platform/contract'
import { buildPayout, fakeIds } from './build-records.ts'
import { type AnswerFrame, type Outcome, refuse, toResponse } from './fake-answer.ts'
import { createFakeIdentify } from './fake-identify.ts'
import { type FakeKey, knownKeys } from './fake-keys.ts'
import { createFakePayouts } from './fake-payouts.ts'
import { createFakeQuota } from './fake-quota.ts'
import type { FakeRoute } from './fake-route.ts'
import type { FakeServiceOptions } from './fake-service.ts'
import { createFakeTerms } from './fake-terms.ts'

/** A request as the fake service got it. */
export interface ArrivedRequest {
  readonly request: Request
  readonly body: string
  /** Undefined for an unknown path. */
  readonly route: FakeRoute | undefined
  readonly frame: AnswerFrame
}

/** A request that may be answered. */
interface AdmittedRequest {
  readonly key: FakeKey
  readonly route: FakeRoute
  readonly arrived: ArrivedRequest
}

/** Makes the function that answers as the real service does, checks in the same order. */
export function createFakePipeline(options: FakeServiceOptions): (arrived: ArrivedRequest) => Response {
  const { memberships = [{ id: fakeIds.membershipId, programId: fakeIds.programId }], time } = options
  const nowMs = () => time?.nowMs() ?? Date.now()
  const takeQuota = {
    affiliate: createFakeQuota(options.quotaRequestsMax ?? limits.quotaRequestsMax, nowMs),
    workspace: createFakeQuota(limits.identifyQuotaRequestsDefault, nowMs),
  }
  const saveTerms = createFakeTerms(memberships, nowMs)
  const listPayouts = createFakePayouts(
    options.payouts ?? [1, 2, 3].map((number) => buildPayout(number)),
    memberships,
  )
  const identify = createFakeIdentify()

  return (arrived) => {
    const { request, route, frame } = arrived
    // An unknown path, or a known one with another method.
    if (route === undefined) return toResponse(refuse('not_found'), frame)
    if (route.operation.method !== request.method) {
      return toResponse({ problem: { code: 'not_found', headers: { Allow: route.operation.method } } }, frame)
    }
    // No key, or one that does not fit.
    const key = authenticate(request.headers.get(headerNames.authorization), route)
    if ('problem' in key) return toResponse(key, frame)
    // Too many requests with this key.
    const quota = takeQuota[key.kind](key.apiKey)
    const framed = { ...frame, headers: quota.headers }
    if (quota.retryAfterS !== undefined) {
      const headers = { [headerNames.retryAfter]: String(quota.retryAfterS) }
      return toResponse({ problem: { code: 'quota_exceeded', headers } }, framed)
    }
    // A key without the operation's scope.
    const { scope } = route.operation
    if (scope !== undefined && !key.scopes.includes(scope)) return toResponse(refuse('scope_denied'), framed)
    return toResponse(runOperation({ key, route, arrived }), framed)
  }

  function runOperation({ key, route, arrived }: AdmittedRequest): Outcome {
    const { request, frame } = arrived
    const { apiKey } = key
    if (route.operation.id === 'listPayouts') {
      return listPayouts({ apiKey, parameters: new URL(request.url).searchParams })
    }
    const body = readJson(arrived)
    if ('problem' in body) return body
    if (route.operation.id === 'identify') return identify({ body: body.json, requestId: frame.requestId })
    const { recordId } = route
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(recordId)) {
      return refuse('invalid_parameter', [
        { parameter: 'id', code: 'invalid_format', message: 'A record id (UUID).' },
      ])
    }
    const idempotencyKey = request.headers.get(headerNames.idempotencyKey) ?? undefined
    return saveTerms({ apiKey, membershipId: recordId, idempotencyKey, body: body.json })
  }
}

function authenticate(
  authorization: string | null,
  { operation }: FakeRoute,
): FakeKey | ReturnType<typeof refuse> {
  const apiKey = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (apiKey === undefined) return refuse('missing_credential')
  const key = knownKeys.find((known) => known.apiKey === apiKey && known.kind === operation.apiKeyKind)
  return key ?? refuse('invalid_credential')
}

function readJson({ request, body }: ArrivedRequest): { readonly json: unknown } | ReturnType<typeof refuse> {
  if (new TextEncoder().encode(body).byteLength > limits.bodyBytesMax) return refuse('body_too_large')
  const isJson = /^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')
  if (!isJson || request.headers.has('content-encoding')) return refuse('unsupported_media_type')
  try {
    return { json: JSON.parse(body) }
  } catch {
    return refuse('invalid_json')
  }
}
