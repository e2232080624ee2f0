export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

/** The Admin API's rejections: one text under `errors`. */
export function rejection(status: number, errors: string, headers: Record<string, string> = {}): Response {
  return jsonResponse(status, { errors }, headers)
}

export function tokenRejection(): Response {
  return rejection(401, '[API] Invalid API key or access token (unrecognized login or wrong password)')
}

export function htmlResponse(status: number): Response {
  const page = '<!DOCTYPE html><html><head><title>Something went wrong</title></head><body></body></html>'
  return new Response(page, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** What fetch throws where no response came: the cause says why, as Node's own does. */
export function networkError(code: string, message: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })
}
