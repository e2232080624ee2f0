/** A call of an assistant's tool as a request. */
export const toolCall = (name: string, args: object = {}) => ({
  method: 'POST',
  path: '/mcp',
  json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
})
