import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import type { CredentialKind } from '../lib/api-keys.ts'
import type { OperationDocs } from '../operations/definitions/operation.docs.ts'
import type { Operation } from '../operations/definitions/operation.ts'
import { operationDocs } from '../operations/operations.docs.ts'
import { operations } from '../operations/operations.ts'
import { firstReceipt } from '../operations/shops/first-receipt.ts'
import { redeemSetupCode } from '../operations/shops/redeem-setup-code.ts'
import { createResponses } from './responses.ts'
import { retryExtensions } from './retries.ts'

/** The security schemes by kind of credential: they are not interchangeable (interface 5 rule 4). */
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
  installBridgeApiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'aff_install_bridge_…',
    description: 'A private workspace API key that reports installs and codes. Keep it on the server.',
  },
  setupApiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'aff_setup_…',
    description: 'A setup code. It works once, within 15 minutes.',
  },
} as const

/** The paths of the operations, from the table of operations and the words on each. */
export function createOperationPaths(): ZodOpenApiPathsObject {
  const paths = [...Object.values(operations), redeemSetupCode, firstReceipt].map((operation) => {
    const pathItem = {
      [operation.method.toLowerCase()]: toOperationObject(operation, operationDocs[operation.id]),
    }
    return [operation.path.replace(/:(\w+)/g, '{$1}'), pathItem] as const
  })
  return Object.fromEntries(paths)
}

function toOperationObject(operation: Operation, docs: OperationDocs): ZodOpenApiOperationObject {
  const { id, sources, scope, body } = operation
  const { tag, summary, description, parameters, examples } = docs
  const schema = docs.body ?? body
  return {
    operationId: id,
    ...('row' in operation && cursorPagination),
    ...(operation.repeatable === 'without_access_token' && retryExtensions.withToken),
    tags: [tag.name],
    summary,
    description,
    ...(parameters !== undefined && { parameters }),
    ...(schema !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema, examples: examples.requests ?? {} } },
      },
    }),
    responses: createResponses(operation, docs),
    security: sources.map((source) => ({ [toSchemeName(source)]: scope === undefined ? [] : [scope] })),
  }
}

const toSchemeName = (source: CredentialKind): string =>
  `${source.replace(/_(\w)/g, (_separator, letter: string) => letter.toUpperCase())}ApiKey`

const cursorPagination = {
  'x-speakeasy-pagination': {
    type: 'cursor',
    inputs: [{ name: 'cursor', in: 'parameters', type: 'cursor' }],
    outputs: { nextCursor: '$.nextCursor' },
  },
}
