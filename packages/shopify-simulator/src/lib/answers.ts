export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

/** The Admin API's refusals: one text under `errors`. */
export function refusal(status: number, errors: string, headers: Record<string, string> = {}): Response {
  return jsonAnswer(status, { errors }, headers)
}

export function tokenRefusal(): Response {
  return refusal(401, '[API] Invalid API key or access token (unrecognized login or wrong password)')
}

export function htmlAnswer(status: number): Response {
  const page = '<!DOCTYPE html><html><head><title>Something went wrong</title></head><body></body></html>'
  return new Response(page, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** What fetch throws where no answer came: the cause says why, as Node's own does. */
export function networkError(code: string, message: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })
}
