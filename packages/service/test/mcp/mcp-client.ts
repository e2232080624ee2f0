import { type KeyScope, type Problem, problemSchema } from '@affiliate-platform/contract'
import { createApiKey } from '@affiliate-platform/platform/api-keys'
import type { ListeningService } from '@affiliate-platform/test-support/listening-service'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import * as z from 'zod'
import { allTools } from '../../src/mcp/tools.ts'

const outputs = new Map(allTools.map(({ name, output }) => [name, output]))

/** Whether a result holds what its tool says. */
export function isResultOf(name: string, content: unknown): boolean {
  const output = outputs.get(name)
  return output !== undefined && z.safeParse(output, content).success
}

/** The official client, connected. Each result is checked against the schema of its tool. */
export interface McpClient {
  readonly client: Client
  /** Calls a tool that has to succeed, and returns its structured content. */
  call(name: string, args?: object): Promise<Readonly<Record<string, ReturnType<typeof JSON.parse>>>>
  /** Calls a tool that has to fail, and returns the problem. */
  reject(name: string, args?: object): Promise<Problem>
}

/** Connects the official client to a listening service, or to what `fetchService` reaches. */
export async function connectMcp(
  { server, keys }: Pick<ListeningService, 'server' | 'keys'>,
  key = keys.mcp,
  fetchService: typeof fetch = fetch,
): Promise<McpClient> {
  const errors: Error[] = []
  const client = new Client({ name: 'test', version: '1' })
  client.onerror = (error) => errors.push(error)
  const http = new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: fetchService,
  })
  await client.connect(http)
  await client.listTools()
  const send = (name: string, args: object): Promise<CallToolResult> =>
    client.callTool({ name, arguments: { ...args } })
  return {
    client,
    async call(name, args = {}) {
      const { isError, structuredContent = {}, content } = await send(name, args)
      expect({ isError, content }).toEqual({
        isError: undefined,
        content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
      })
      expect(errors).toEqual([])
      expect(isResultOf(name, structuredContent)).toBe(true)
      return Object(structuredContent)
    },
    async reject(name, args = {}) {
      const { isError, structuredContent, content } = await send(name, args)
      expect({ isError, structuredContent }).toEqual({ isError: true, structuredContent: undefined })
      const [first] = content
      return problemSchema.parse(JSON.parse(first?.type === 'text' ? first.text : ''))
    },
  }
}

/** Makes an MCP key with scopes of its own. */
export async function createMcpKey(
  { database, ids }: Pick<ListeningService, 'database' | 'ids'>,
  scopes: readonly KeyScope[],
): Promise<string> {
  const created = await createApiKey(database, {
    ...{ kind: 'mcp', workspaceId: ids.workspaceId, appId: undefined, scopes, name: 'Assistant' },
    expiresAtMs: undefined,
  })
  return created?.apiKey ?? ''
}

/** The tool of an operation: `list_payouts` of `listPayouts`. */
export const toToolName = (operationId: string) =>
  operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
