import type { ZodOpenApiMediaTypeObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { headerNames } from '../lib/headers.ts'
import { headersOf } from '../lib/openapi-headers.ts'
import { livenessSchema, readinessSchema } from './schemas.ts'

const headers = headersOf([headerNames.requestId, 'Cache-Control'])

/** The endpoints that need no API key: health, and the document itself. */
export const servicePaths: ZodOpenApiPathsObject = {
  '/livez': {
    get: {
      operationId: 'readLiveness',
      tags: ['Service'],
      summary: 'Liveness',
      description: 'Says nothing about the database: restart a process that does not respond.',
      security: [],
      responses: {
        200: describeJson('The process is alive.', { schema: livenessSchema, example: { status: 'alive' } }),
      },
    },
  },
  '/readyz': {
    get: {
      operationId: 'readReadiness',
      tags: ['Service'],
      summary: 'Readiness',
      description: 'A service that is not ready gets no requests until it is.',
      security: [],
      responses: {
        200: describeJson('The service is ready.', {
          schema: readinessSchema,
          example: {
            status: 'ready',
            checks: {
              process: { ok: true },
              database: { ok: true, engine: 'postgres', durability: 'fsync' },
              migrations: { ok: true, pending: [] },
            },
          },
        }),
        503: describeJson('The service is not ready; the checks say why.', {
          schema: readinessSchema,
          example: {
            status: 'not_ready',
            checks: { database: { ok: false, reason: 'The database does not respond.' } },
          },
        }),
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'readOpenApiDocument',
      tags: ['Service'],
      summary: 'OpenAPI document',
      description: 'The OpenAPI document of this version of the service.',
      security: [],
      responses: {
        200: describeJson('The OpenAPI 3.1 document.', { schema: { type: 'object' } }),
      },
    },
  },
}

function describeJson(description: string, content: ZodOpenApiMediaTypeObject) {
  return { description, headers, content: { 'application/json': content } }
}
