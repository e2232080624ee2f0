import type { Operation } from '../operations/operation.ts'
import type { Caller } from './caller.ts'
import type { Handler, Handlers } from './handler.ts'
import type { Match } from './match.ts'
import type { PlainRequest, PlainResponse } from './message.ts'
import { parseRequest } from './parse-request.ts'
import { ServiceError } from './service-error.ts'

/** A request whose caller is known, admitted, and meant for one operation. */
export interface KnownRequest<Context> {
  readonly request: PlainRequest
  readonly match: Match<Operation>
  readonly caller: Caller
  readonly context: Context
  readonly requestId: string
}

/**
 * Runs the operation of a request: its scope, its form, then its handler.
 *
 * @param handlers - by the names of the operations
 * @throws ServiceError for every expected error
 */
export async function runOperation<Context>(
  { request, match, caller, context, requestId }: KnownRequest<Context>,
  handlers: Handlers<Readonly<Record<string, Operation>>, Context>,
): Promise<PlainResponse> {
  const { operation } = match

  // 403: the caller must hold the operation's scope (interface 5 rule 2).
  if (operation.scope !== undefined && !caller.scopes.includes(operation.scope)) {
    throw new ServiceError('scope_denied', `The API key needs the scope ${operation.scope}.`)
  }

  // 413, 415, 400: what is said must be well-formed. Access and rules are the handler's to check.
  const parsed = await parseRequest(request, operation, { pathId: match.pathId, caller })
  const handler = handlers[operation.id] as Handler<Operation, Context>
  return await handler({ requestId, caller, context, header: (name) => request.header(name), ...parsed })
}
