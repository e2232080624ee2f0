import type { PlatformFetch } from '@affiliate-platform/shopify-simulator'

export const domain = 'maple-lantern.myshopify.com'
export const accessToken = 'shpat_maple'
export const graphqlUrl = `https://${domain}/admin/api/2026-10/graphql.json`

export interface GraphqlRequest {
  readonly query?: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly token?: string
  readonly init?: RequestInit
}

export function sendGraphql(fetch: PlatformFetch, request: GraphqlRequest = {}): Promise<Response> {
  const { query = '{ shop { myshopifyDomain } }', variables = {}, token = accessToken } = request
  return fetch(graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
    ...request.init,
  })
}

export async function readJson(response: Response | Promise<Response>): Promise<Record<string, unknown>> {
  return (await (await response).json()) as Record<string, unknown>
}
