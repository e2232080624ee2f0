import type { Operation } from '@affiliate-platform/contract'
import {
  accessDenied,
  checkForm,
  type Handler,
  type RequestContent,
  type Result,
} from '@affiliate-platform/contract/server'
import { findApp } from '@affiliate-platform/platform/apps'
import type { RequestContext } from '@affiliate-platform/platform/database'
import type { ToolRequest } from './tool.ts'

/** An operation of the interface as a tool calls it. */
export interface AppCall {
  readonly operation: Operation
  /** The app, in lower case, whose affiliate key would call it. */
  readonly appId: string
  readonly content: RequestContent
}

/**
 * Runs an operation of the interface for one app of the key's workspace, with the form, the handler and the result that it has
 * over HTTP. Its scope is not asked for: an MCP key reads everything, and has a tool that writes where it may (D133).
 *
 * @throws ServiceError as the operation does; `access_denied` for an app of another workspace
 */
export async function runForApp(
  { caller: key, context, requestId, handlers }: ToolRequest,
  { operation, appId, content }: AppCall,
): Promise<Result> {
  if ((await findApp(context.database, key.workspaceId, appId)) === undefined) throw accessDenied()
  const caller = { ...key, reach: { kind: 'app' as const, appId } }
  const handle = handlers[operation.id] as Handler<Operation, RequestContext>
  const parsed = checkForm(operation, content, caller)
  return await handle({ requestId, caller, context, header: () => undefined, ...parsed })
}
