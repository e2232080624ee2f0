import type * as z from 'zod/mini'
import type { ErrorCode } from '../lib/errors.ts'
import type { Issue } from '../lib/issues.ts'
import type { ListQuery, ListQuerySchema } from '../lib/list-query.ts'
import type { BusinessCheck, Operation } from '../operations/definitions/operation.ts'
import type { Caller } from './caller.ts'
import type { IdempotencyClaim } from './idempotency.ts'
import type { Result } from './message.ts'
import { ServiceError } from './service-error.ts'

/** The checked query parameters of an operation; `undefined` where it takes none. */
export type QueryOf<Handled extends Operation> = Handled extends {
  readonly query: infer Query extends z.core.$ZodType
}
  ? Query extends ListQuerySchema
    ? ListQuery
    : z.output<Query>
  : undefined

/** A request that passed all checks that need no record: authenticated, admitted, within its scope, well-formed. */
export interface OperationRequest<Handled extends Operation, Context> {
  readonly requestId: string
  readonly caller: Caller
  /** What the server opened for this request, such as its share of the database. */
  readonly context: Context
  /** The checked `:id` of the path; empty for a path without one. */
  readonly pathId: string
  readonly query: QueryOf<Handled>
  readonly body: Handled extends { readonly body: infer Body extends z.core.$ZodType }
    ? z.output<Body>
    : undefined
  /** A header by its lower-case name, for what only this operation understands. */
  header(name: string): string | undefined
  /** What the request claims with its `Idempotency-Key`; `undefined` without one. */
  readonly claim: IdempotencyClaim | undefined
  /** Aborted when the client goes away; absent where nobody would notice. */
  readonly gone?: (() => AbortSignal) | undefined
}

/** A value as a response's schema says: read-only, and of objects only the members that the schema names. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value as string extends Name ? never : Name]: Sent<Value[Name]> }
    : Value

/**
 * Does an operation.
 *
 * @throws ServiceError for every expected error
 */
export type Handler<Handled extends Operation, Context> = (
  request: OperationRequest<Handled, Context>,
) => Promise<Result<Sent<z.input<Handled['response']>>>>

/** One handler for each operation: `{ … } satisfies Handlers<typeof operations, Context>` forgets none. */
export type Handlers<Handled extends Readonly<Record<string, Operation>>, Context> = {
  readonly [Id in keyof Handled]: Handler<Handled[Id], Context>
}

// Here and not in the operations: what only a server says is no weight for a client.
const brokenRules: { readonly [Code in ErrorCode]?: string } = {
  terms_rejected: 'The terms break business rules.',
  nothing_to_identify: 'The body has neither an access token nor a contact field.',
}

/** An operation with a business step for its bodies. */
interface CheckedOperation<Body> {
  readonly check: Omit<BusinessCheck, 'find'> & {
    readonly find: (body: Body, nowMs: number) => readonly Issue[]
  }
}

/**
 * The business step of a body: every broken rule at once (interface 4.1 rule 1).
 *
 * @throws ServiceError with the code of the operation's check
 */
export function checkBusinessRules<Body>(operation: CheckedOperation<Body>, body: Body, nowMs: number): void {
  const issues = operation.check.find(body, nowMs)
  if (issues.length > 0) throw rejectBrokenRules(operation, issues)
}

/** The error for a body that breaks business rules. */
export function rejectBrokenRules(
  { check }: Pick<Operation, 'check'>,
  issues: readonly Issue[],
): ServiceError {
  const code = check?.code ?? 'invalid_request'
  return new ServiceError(code, brokenRules[code] ?? 'The body breaks business rules.', { issues })
}
