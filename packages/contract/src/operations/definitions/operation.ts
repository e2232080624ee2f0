import type * as z from 'zod/mini'
import type { CallerScope, CredentialKind } from '../../lib/api-keys.ts'
import type { ErrorCode } from '../../lib/errors.ts'
import type { Issue } from '../../lib/issues.ts'
import type { ListQuerySchema, QuerySchema } from '../../lib/list-query.ts'

/** The business step of an operation: what is broken in a body that has the right form. */
export interface BusinessCheck {
  /** The error that a broken rule leads to. */
  readonly code: ErrorCode
  /** Finds every broken rule at once. Pure: `nowMs` is the clock of the request. */
  readonly find: (body: never, nowMs: number) => readonly Issue[]
}

/**
 * All that both sides of the wire need to know of an operation. The OpenAPI document, the routing and parsing of every
 * server, and the client's method follow from it; its words and examples lie beside it, in `<name>.docs.ts`.
 */
export interface Operation {
  /** Its name in `operations`, and its `operationId` in the OpenAPI document. */
  readonly id: string
  /** The HTTP method; any other one on the path is an unsupported operation. */
  readonly method: 'GET' | 'PATCH' | 'POST'
  /** The path below the base URL; `:id` stands for a record id. */
  readonly path: string
  /** The error for another method on its path. Default: `not_found`. */
  readonly otherMethods?: ErrorCode
  /** What its callers may show to be known: the kinds of credential that it accepts. */
  readonly sources: readonly CredentialKind[]
  /** The scope that its callers need; a workspace key has none. */
  readonly scope?: CallerScope
  /** The record that the `:id` of the path names, such as `membership`. Ids are UUIDs. */
  readonly pathRecord?: string
  /** The schema of the query parameters. Without one they are not looked at. */
  readonly query?: ListQuerySchema | QuerySchema
  /** The schema of the JSON body. */
  readonly body?: z.core.$ZodType
  readonly check?: BusinessCheck
  /** The schema of the response's body. */
  readonly response: z.core.$ZodType
  /** What its problem documents have before all that others have. */
  readonly problemMembers?: Readonly<Record<string, unknown>>
  /** The values known today of members that are open text, by JSON Pointer with `*` for any entry. */
  readonly knownValues?: Readonly<Record<string, readonly string[]>>
  /**
   * When a client may send a request again without knowing what became of the first: under the same `Idempotency-Key`,
   * or only where the body has no access token (D67). Default: always.
   */
  readonly repeatable?: 'with_idempotency_key' | 'without_access_token'
}

/** Defines an operation. */
export const defineOperation = <const Defined extends Operation>(operation: Defined): Defined => operation
