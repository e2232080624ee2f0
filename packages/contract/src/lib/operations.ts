import type { ApiKeyKind, Scope } from './api-keys.ts'

/** What both sides of the wire need to know of an operation before they look at its body. */
export interface Operation {
  /** Its name in `operations`, and its `operationId` in the OpenAPI document. */
  readonly id: string
  /** The HTTP method; any other one on the path is an unsupported operation. */
  readonly method: 'GET' | 'PATCH' | 'POST'
  /** The path below the base URL; `:id` stands for a record id. */
  readonly path: string
  /** The one kind of API key that the operation accepts. */
  readonly apiKeyKind: ApiKeyKind
  /** The scope an affiliate key needs; a workspace key has none. */
  readonly scope?: Scope
  /** The section of the interface that defines it. */
  readonly section: string
}

/** Every operation of the interface (section 4). */
export const operations = {
  saveTerms: {
    id: 'saveTerms',
    method: 'PATCH',
    path: '/api/affiliate-platform/v1/memberships/:id/terms',
    apiKeyKind: 'affiliate',
    scope: 'terms:write',
    section: '4.1',
  },
  listPayouts: {
    id: 'listPayouts',
    method: 'GET',
    path: '/api/affiliate-platform/v1/payouts',
    apiKeyKind: 'affiliate',
    scope: 'payouts:read',
    section: '4.2',
  },
  identify: {
    id: 'identify',
    method: 'POST',
    path: '/api/identify',
    apiKeyKind: 'workspace',
    section: '4.3',
  },
} as const satisfies Record<string, Operation>

/** The name of an operation. */
export type OperationId = keyof typeof operations
