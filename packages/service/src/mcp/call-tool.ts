import { ServiceError, toProblem } from '@affiliate-platform/contract/server'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { addAmounts } from './add-amounts.ts'
import { changeTexts } from './change-texts.ts'
import type { Tool, ToolRequest } from './tool.ts'
import { withholdContacts } from './withhold-contacts.ts'

/**
 * Calls a tool. An expected error is a result too, so that an assistant reads it and can correct its call: the problem
 * document that the same request would get over HTTP.
 *
 * @throws what nobody expected
 */
export async function callTool(tool: Tool, request: ToolRequest, args: unknown): Promise<CallToolResult> {
  try {
    const found = await tool.run(request, args)
    const mayShow = request.caller.scopes.includes('contacts:read')
    const show = (text: string) => showDirections(mayShow ? text : withholdContacts(text))
    const structuredContent = { ...Object(addAmounts(changeTexts(found, show))) }
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const text = JSON.stringify(toProblem(error, request.requestId))
    return { isError: true, content: [{ type: 'text', text }] }
  }
}

/** Shows what commands a direction: after one of these in a name, the amounts beside it would read backwards (D151). */
const showDirections = (text: string): string => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
