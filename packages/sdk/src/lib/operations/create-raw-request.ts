import { anyObjectSchema } from '@affiliate-platform/contract'
import type { Action, CalledOperation } from '../attempts/action.ts'
import type { CallOperation } from '../attempts/call-operation.ts'
import { rejectRequest } from '../errors/reject-request.ts'
import { buildJsonBody } from '../transport/json-body.ts'
import { toParameters } from '../transport/request-text.ts'
import { checkIdempotencyKey } from './check-idempotency-key.ts'
import type { RawRequest, RawRequestOptions } from './raw-request.ts'

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
