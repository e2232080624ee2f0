import { operationDocs } from '../operations/operations.docs.ts'

export type { Example } from '../lib/openapi-rejections.ts'

type Docs = typeof operationDocs

/**
 * Example requests and responses of every operation, by name. The OpenAPI document shows them, and each one parses
 * with the schema it stands for. `rejections` has one problem document for every error code of the operation.
 */
export const examples = Object.fromEntries(
  Object.entries(operationDocs).map(([id, docs]) => [id, docs.examples]),
) as { readonly [Id in keyof Docs]: Docs[Id]['examples'] }
