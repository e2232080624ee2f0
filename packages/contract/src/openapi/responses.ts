import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { type ErrorCode, problemSchema } from '../lib/errors.ts'
import { headerNames, versionedPath } from '../lib/headers.ts'
import { headersOf, type ResponseHeaderName } from '../lib/openapi-headers.ts'
import type { OperationDocs } from '../operations/definitions/operation.docs.ts'
import type { Operation } from '../operations/definitions/operation.ts'

const descriptions = {
  400: 'Invalid fields.',
  401: 'Missing, invalid or revoked credential.',
  403: 'Denied app, scope or resource.',
  404: 'Unsupported operation or path: here, another method on this path.',
  409: 'Conflict.',
  413: 'The body has more bytes than allowed.',
  415: 'The body is not plain JSON in UTF-8.',
  429: 'The quota of the API key is used up.',
  500: 'The service failed.',
  503: 'Temporarily unavailable.',
}

const headersByCode: Readonly<Record<string, ResponseHeaderName>> = {
  missing_credential: 'WWW-Authenticate',
  invalid_credential: 'WWW-Authenticate',
  not_found: 'Allow',
  idempotency_key_in_progress: headerNames.retryAfter,
  quota_exceeded: headerNames.retryAfter,
  unavailable: headerNames.retryAfter,
  platform_unavailable: headerNames.retryAfter,
} satisfies { readonly [Code in ErrorCode]?: ResponseHeaderName }

/** Builds all responses of an operation: its success, and one for each status that its rejections have. */
export function createResponses(operation: Operation, docs: OperationDocs): ZodOpenApiResponsesObject {
  const { description, occasionalHeaders } = docs.success
  const { responses: successes, rejections } = docs.examples
  const responses: Record<string, ZodOpenApiResponseObject> = {
    200: {
      description,
      headers: headersOf([...fixedHeaders(operation), ...quotaHeaders], occasionalHeaders),
      content: { 'application/json': { schema: operation.response, examples: successes } },
    },
  }
  for (const [status, description] of Object.entries(descriptions)) {
    const ofStatus = Object.entries(rejections).filter(([, { value }]) => value.status === Number(status))
    if (ofStatus.length === 0) continue
    responses[status] = {
      description,
      headers: rejectionHeaders(
        operation,
        Number(status),
        ofStatus.map(([code]) => code),
      ),
      content: {
        'application/problem+json': {
          schema: docs.problem ?? problemSchema,
          examples: Object.fromEntries(ofStatus),
        },
      },
    }
  }
  return responses
}

const quotaHeaders = [headerNames.rateLimitPolicy, headerNames.rateLimit] as const

function fixedHeaders(operation: Operation): readonly ResponseHeaderName[] {
  const ofRest = operation.path.startsWith(versionedPath) ? [headerNames.schemaVersion] : []
  return [headerNames.requestId, 'Cache-Control', ...ofRest]
}

function rejectionHeaders(operation: Operation, status: number, codes: readonly string[]) {
  const always: ResponseHeaderName[] = [...fixedHeaders(operation)]
  const occasional: ResponseHeaderName[] = []
  // The quota is counted once the caller is known: what is rejected before says nothing about it, and a failure may
  // come before or after.
  if (status >= 500) occasional.push(...quotaHeaders)
  else if (status !== 401 && status !== 404) always.push(...quotaHeaders)
  for (const name of new Set(codes.flatMap((code) => headersByCode[code] ?? []))) {
    const isShared = codes.every((code) => headersByCode[code] === name)
    const list = isShared ? always : occasional
    list.push(name)
  }
  return headersOf(always, occasional)
}
