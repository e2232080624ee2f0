import { type Operation, scopes } from '@affiliate-platform/contract'
import { accessDenied, runOperation } from '@affiliate-platform/contract/server'
import { findApp } from '@affiliate-platform/platform/contacts'
import type { ToolRequest } from './tool.ts'

/** An operation of the interface as a tool calls it. */
export interface AppCall {
  readonly operation: Operation
  /** The app, in lower case, whose affiliate key would call it. */
  readonly appId: string
  /** In place of the `:id` of the path. */
  readonly pathId?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
}

/** What the operation responded. */
export interface AppResponse {
  readonly value: object
  /** Headers of this response alone. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Runs an operation of the interface for one app of the key's workspace: the same checks, the same handler and the same
 * representation as over HTTP.
 *
 * @throws ServiceError as the operation does; `access_denied` for an app of another workspace
 */
export async function runForApp(request: ToolRequest, call: AppCall): Promise<AppResponse> {
  const { caller, context, requestId, handlers } = request
  const { operation, appId, pathId = '', query = {}, body } = call
  if ((await findApp(context.database, caller.workspaceId, appId)) === undefined) throw accessDenied()
  const headers = new Map(Object.entries({ 'content-type': 'application/json' }))
  if (call.idempotencyKey !== undefined) headers.set('idempotency-key', call.idempotencyKey)
  const { body: text, headers: own } = await runOperation(
    {
      request: {
        method: operation.method,
        target: `${operation.path}?${new URLSearchParams(query)}`,
        header: (name) => headers.get(name),
        readBody: async () => new TextEncoder().encode(JSON.stringify(body)),
      },
      match: { operation, pathId },
      caller: { ...caller, reach: { kind: 'app', appId }, scopes: appScopes(caller) },
      context,
      requestId,
    },
    handlers,
  )
  return { value: JSON.parse(text), headers: own }
}

/** An MCP key reads everything; it writes where it was made so (D133). */
function appScopes({ scopes: own }: ToolRequest['caller']) {
  return scopes.filter((scope) => scope.endsWith(':read') || own.includes(scope))
}
