import type { ZodOpenApiHeaderObject } from 'zod-openapi'
import { headerNames, schemaVersion } from './headers.ts'

/** Every response header that the service defines, by name. */
export const responseHeaders = {
  [headerNames.requestId]: {
    description: 'Identifies the request. On every answer.',
    example: '0f8b6a52-6d0e-4a53-9d5c-2f3c1b8e7a40',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: 'No answer of the API may be cached (interface 4).',
    example: 'no-store',
    schema: { type: 'string', const: 'no-store' },
  },
  [headerNames.schemaVersion]: {
    description: 'Version of the representations, on every affiliate REST answer (interface 9).',
    example: schemaVersion,
    schema: { type: 'string', const: schemaVersion },
  },
  [headerNames.rateLimitPolicy]: {
    description: 'The quota: `q` requests in any `w` seconds (interface 8).',
    example: '"credential";q=120;w=60',
    schema: { type: 'string' },
  },
  [headerNames.rateLimit]: {
    description: 'What is left of the quota: `r` requests; the oldest one counts for another `t` seconds.',
    example: '"credential";r=117;t=42',
    schema: { type: 'string' },
  },
  [headerNames.retryAfter]: {
    description: 'Whole seconds to wait, at least 1. A client that waits so long is admitted (interface 7).',
    example: '17',
    schema: { type: 'string', pattern: '^[1-9]\\d*$' },
  },
  [headerNames.idempotencyReplayed]: {
    description: 'Present and `true` when the stored answer to an earlier request with the same key is sent.',
    example: 'true',
    schema: { type: 'string', const: 'true' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    example: 'Bearer',
    schema: { type: 'string' },
  },
  Allow: {
    description: 'The methods of a known path, when another one was used.',
    example: 'PATCH',
    schema: { type: 'string' },
  },
} satisfies Record<string, ZodOpenApiHeaderObject>

/** The name of a response header. */
export type ResponseHeaderName = keyof typeof responseHeaders

/** References to the headers of a response, by name. */
export function headerReferences(names: readonly ResponseHeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
