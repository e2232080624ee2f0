import { anyObjectSchema } from '@affiliate-platform/contract'
import type { Action, CalledOperation } from './action.ts'
import type { CallOperation } from './call-operation.ts'
import { checkIdempotencyKey } from './check-idempotency-key.ts'
import type { CallOptions, FurtherQuery } from './client-options.ts'
import { buildJsonBody } from './json-body.ts'
import { rejectRequest } from './reject-request.ts'
import { toParameters } from './request-text.ts'

/**
 * Options of `request`.
 *
 * @example const options: RawRequestOptions = { query: { limit: 10 }, retries: 0 }
 */
export interface RawRequestOptions extends CallOptions {
  /** Query parameters. */
  readonly query?: FurtherQuery | undefined
  /** What is sent as JSON; at most 65,536 bytes. */
  readonly body?: object | undefined
  /** Names the action, so that it can be repeated: for endpoints that take an `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined
}

/**
 * Sends a request to an endpoint that this version of the package has no method for, with the client's key, its
 * timeouts, retries, errors and redaction. A GET is retried, and any other method with an `idempotencyKey`; without one
 * it is only repeated where nothing can have been accepted. `callDetails(response)` has status and headers.
 *
 * @param path - below the base URL, beginning with `/`, everything encoded, without a query
 * @returns the object that the service responded with, unchecked
 * @throws InvalidRequestError for another method or path; what `listPage` throws
 *
 * @example const read: RawRequest = (...input) => new AffiliateClient().request(...input)
 */
export type RawRequest = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options?: RawRequestOptions,
) => Promise<Readonly<Record<string, unknown>>>

/** Makes the method `request` of a client. */
export const createRawRequest =
  (call: CallOperation): RawRequest =>
  (method, path, options = {}) =>
    call({ operation: id, buildAction: () => buildRawRequest(method, path, options), options })

const id = 'request'
const pathPattern = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,;=:@%-]+)+$/
const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

function buildRawRequest(
  method: CalledOperation['method'],
  path: string,
  { query = {}, body, idempotencyKey }: RawRequestOptions,
): Action<Readonly<Record<string, unknown>>> {
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method))
    throw reject('method', 'GET, POST, PUT, PATCH or DELETE.')
  if (!pathPattern.test(path))
    throw reject('path', 'A path such as /api/things, encoded and without a query.')
  if (idempotencyKey !== undefined) checkIdempotencyKey(id, idempotencyKey)
  const parameters = toParameters(query)
  const search = String(new URLSearchParams(parameters))
  const json = body && buildJsonBody(id, body)
  return {
    operation: { id, method, path: path.replace(ids, ':id'), response: anyObjectSchema },
    target: search === '' ? path : `${path}?${search}`,
    ...(json && { body: json.text }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    isRepeatable: method === 'GET' || idempotencyKey !== undefined,
    // What it means is not known here: any of it may be a name, an address or a token.
    secrets: [...parameters.map(([, value]) => value), ...findTexts(json?.value)],
    responseSchema: anyObjectSchema,
    verify: () => [],
  }
}

const reject = (parameter: string, message: string) =>
  rejectRequest(id, 'invalid_request', [{ parameter, code: 'invalid_format', message }])

function findTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findTexts) : []
}
