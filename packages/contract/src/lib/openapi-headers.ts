import type { oas31 } from 'zod-openapi'
import { headerNames, schemaVersion } from './headers.ts'

/** Every response header that the service defines, by name. A response that has one at times only says so itself. */
export const responseHeaders = {
  [headerNames.requestId]: {
    required: true,
    description: 'Identifies the request. On every response.',
    example: '0f8b6a52-6d0e-4a53-9d5c-2f3c1b8e7a40',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    required: true,
    description: 'No response of the API may be cached.',
    example: 'no-store',
    schema: { type: 'string', enum: ['no-store'] },
  },
  [headerNames.schemaVersion]: {
    required: true,
    description: 'Version of the representations, on every affiliate REST response.',
    example: schemaVersion,
    schema: { type: 'string', enum: [schemaVersion] },
  },
  [headerNames.rateLimitPolicy]: {
    required: true,
    description: 'The quota: `q` requests in any `w` seconds.',
    example: '"credential";q=120;w=60',
    schema: { type: 'string' },
  },
  [headerNames.rateLimit]: {
    required: true,
    description: 'What is left of the quota: `r` requests; the oldest one counts for another `t` seconds.',
    example: '"credential";r=117;t=42',
    schema: { type: 'string' },
  },
  [headerNames.retryAfter]: {
    required: true,
    description: 'Whole seconds to wait, at least 1. A client that waits that long is accepted.',
    example: '17',
    schema: { type: 'string', pattern: '^[1-9]\\d*$' },
  },
  [headerNames.idempotencyReplayed]: {
    description:
      'Present and `true` when the stored response to an earlier request with the same key is sent.',
    example: 'true',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': {
    required: true,
    description: 'How to authenticate.',
    example: 'Bearer',
    schema: { type: 'string' },
  },
  Allow: {
    required: true,
    description: 'The methods of a known path, when another one was used.',
    example: 'PATCH',
    schema: { type: 'string' },
  },
} satisfies Record<string, oas31.HeaderObject>

/** The name of a response header. */
export type ResponseHeaderName = keyof typeof responseHeaders

/**
 * The headers of a response, by name.
 *
 * @param names - those that it always has
 * @param occasional - those that it can have
 */
export function headersOf(
  names: readonly ResponseHeaderName[],
  occasional: readonly ResponseHeaderName[] = [],
): oas31.HeadersObject {
  return Object.fromEntries<oas31.HeaderObject | oas31.ReferenceObject>([
    ...names.map((name) => [name, refTo(name)] as const),
    ...occasional.map(
      (name) =>
        [name, isRequired(name) ? { ...responseHeaders[name], required: false } : refTo(name)] as const,
    ),
  ])
}

const refTo = (name: ResponseHeaderName) => ({ $ref: `#/components/headers/${name}` })

const isRequired = (name: ResponseHeaderName): boolean => 'required' in responseHeaders[name]
