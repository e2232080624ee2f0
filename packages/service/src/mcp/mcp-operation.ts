import { defineOperation } from '@affiliate-platform/contract'
import * as z from 'zod'

/**
 * No operation of the interface: one message of the Model Context Protocol (D132). A batch is an array, and rejected: each
 * call counts against the quota.
 */
export const mcpOperation = defineOperation({
  id: 'mcp',
  method: 'POST',
  path: '/mcp',
  sources: ['mcp'],
  body: z.looseObject({ jsonrpc: z.literal('2.0') }),
  response: z.looseObject({ jsonrpc: z.literal('2.0') }),
})
