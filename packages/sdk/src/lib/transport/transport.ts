import type { Exchange, TransportOptions, TransportRequest } from './exchange.ts'
import { exchangeByFetch } from './exchange-by-fetch.ts'
import { exchangeByNode, findNodeRequest } from './exchange-by-node.ts'

/**
 * Sends a request once. Never throws, and hands out no object of fetch or Node but the response's head: their
 * errors hold the request with its bearer token.
 */
export async function exchange(request: TransportRequest, options: TransportOptions): Promise<Exchange> {
  const nodeRequest = options.fetch === undefined ? await findNodeRequest(request.url) : undefined
  return nodeRequest === undefined
    ? exchangeByFetch(request, options)
    : exchangeByNode(nodeRequest, request, options)
}
