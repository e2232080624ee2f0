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
  // The protocol wants 405 where there is no stream and no session.
  otherMethods: 'method_not_allowed',
  sources: ['mcp'],
  body: z.looseObject({ jsonrpc: z.literal('2.0') }),
  response: z.looseObject({ jsonrpc: z.literal('2.0') }),
})
