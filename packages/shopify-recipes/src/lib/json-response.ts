/** Builds a route's response. Not by `Response.json`, which the polyfills of a host may lack. */
export function toJsonResponse(
  status: number,
  body: object,
  further: Readonly<Record<string, string>> = {},
): Response {
  const headers = {
    ...further,
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...(status === 405 && { Allow: 'POST' }),
  }
  return new Response(JSON.stringify(body), { status, headers })
}
