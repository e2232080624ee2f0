import type { Handler } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { checkOrigin } from './check-origin.ts'
import type { mcpOperation } from './mcp-operation.ts'
import type { ToolSources } from './tool.ts'

/** Creates the handler of MCP messages. What it needs is loaded with the first of them. */
export function createMcp(
  sources: ToolSources,
  allowedHosts: readonly string[],
): Handler<typeof mcpOperation, RequestContext> {
  const load = async () => (await import('./serve-message.ts')).createMessageServer(sources)
  let loading: ReturnType<typeof load> | undefined
  return async (request) => {
    // 403: a page in a browser can reach a private address under a name of its own (DNS rebinding).
    checkOrigin(request, allowedHosts)
    loading ??= load()
    return await (await loading)(request)
  }
}
