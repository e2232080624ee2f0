import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { headerNames } from './headers.ts'
import { identifyAnswerSchema } from './identify.ts'
import { limits } from './limits.ts'
import { examples } from './openapi-examples.ts'
import { payoutsParameters } from './openapi-parameters.ts'
import { createResponses } from './openapi-responses.ts'
import { retryExtensions } from './openapi-retries.ts'
import { identificationSchema } from './openapi-schemas.ts'
import { type OperationId, operations } from './operations.ts'
import { payoutsPageSchema } from './payouts.ts'
import { saveTermsRequestSchema, termsVersionSchema } from './terms.ts'

const saveTerms: ZodOpenApiOperationObject = {
  tags: ['Terms'],
  summary: 'Save prospective terms for a membership',
  description:
    'Saves a new version of the terms; it applies from `effectiveAt` on and never rewrites what was agreed for ' +
    'existing referrals. Validation has two steps: the form of the body (`invalid_request`), then ' +
    `the business rules (\`terms_rejected\`). The body may have at most ${limits.bodyBytesMax} bytes.`,
  parameters: [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: "The membership's record id, of the caller's own app.",
      schema: { type: 'string', format: 'uuid' },
      example: examples.saveTerms.pathId,
    },
    {
      name: headerNames.idempotencyKey,
      in: 'header',
      description:
        'Visible ASCII characters. A new key for a new action; the same key with the same body for a retry, which ' +
        'gets the first answer again and saves nothing. Optional: without it every request is an action of its own.',
      schema: { type: 'string', pattern: `^[\\x21-\\x7e]{1,${limits.idempotencyKeyCharactersMax}}$` },
      example: examples.saveTerms.idempotencyKey,
    },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: saveTermsRequestSchema, examples: examples.saveTerms.requests },
    },
  },
  responses: createResponses(
    'saveTerms',
    {
      description: 'The saved version.',
      schema: termsVersionSchema,
      examples: examples.saveTerms.answers,
      occasionalHeaders: [headerNames.idempotencyReplayed],
    },
    examples.saveTerms.refusals,
  ),
}

const listPayouts: ZodOpenApiOperationObject = {
  'x-speakeasy-pagination': {
    type: 'cursor',
    inputs: [{ name: 'cursor', in: 'parameters', type: 'cursor' }],
    outputs: { nextCursor: '$.nextCursor' },
  },
  tags: ['Payouts'],
  summary: 'List payout summaries',
  description:
    "Lists the payouts of the caller's app, newest first. To continue, send `nextCursor` back as " +
    '`cursor` with the same filters and the same API key; only `limit` may change. Unknown, repeated and empty ' +
    'parameters are refused, except that `appId` and `search` may be empty.',
  parameters: payoutsParameters,
  responses: createResponses(
    'listPayouts',
    {
      description: 'A page of payout summaries.',
      schema: payoutsPageSchema,
      examples: examples.listPayouts.answers,
    },
    examples.listPayouts.refusals,
  ),
}

const identify: ZodOpenApiOperationObject = {
  ...retryExtensions.identify,
  tags: ['Identify'],
  summary: "Identify a shop's business contact",
  description:
    'Stores the business contact of a shop, read from the platform with a transient token or sent by the caller, ' +
    'and with a token registers a watch on the uninstall of the app. Safe to repeat. Without a ' +
    'token no watch is asked for. A call succeeded only with a 2xx status and `ok: true`. The body may have at most ' +
    `${limits.bodyBytesMax} bytes.`,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: identificationSchema, examples: examples.identify.requests } },
  },
  responses: createResponses(
    'identify',
    {
      description: 'The contact is stored.',
      schema: identifyAnswerSchema,
      examples: examples.identify.answers,
    },
    examples.identify.refusals,
  ),
}

const described = { saveTerms, listPayouts, identify } satisfies Record<
  OperationId,
  ZodOpenApiOperationObject
>

/** The security schemes by kind of API key: the two are not interchangeable (interface 5 rule 4). */
export const securitySchemes = {
  affiliateApiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'aff_affiliate_…',
    description: 'An app-scoped affiliate API key with scopes.',
  },
  workspaceApiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'aff_workspace_…',
    description: 'A private workspace API key. Keep it on the server.',
  },
} as const

/** The paths of the interface's operations, from the table of operations. */
export function createOperationPaths(): ZodOpenApiPathsObject {
  const paths = Object.values(operations).map((operation) => {
    const { id, method, path, apiKeyKind } = operation
    const scopes = 'scope' in operation ? [operation.scope] : []
    const security = [{ [`${apiKeyKind}ApiKey`]: scopes }]
    const pathItem = { [method.toLowerCase()]: { operationId: id, ...described[id], security } }
    return [path.replace(/:(\w+)/g, '{$1}'), pathItem] as const
  })
  return Object.fromEntries(paths)
}
