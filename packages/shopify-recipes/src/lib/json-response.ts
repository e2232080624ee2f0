/** Builds a route's response. Not by `Response.json`, which the polyfills of a host may lack. */
export function toJsonResponse(
  status: number,
  body: object,
  further: Readonly<Record<string, string>> = {},
): Response {
  const headers = {
    ...further,
    // With its charset, which Express would add to one without: the same bytes on every host.
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(status === 405 && { Allow: 'POST' }),
  }
  return new Response(JSON.stringify(body), { status, headers })
}
