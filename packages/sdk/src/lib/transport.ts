import ky, { isTimeoutError } from 'ky'

/** One HTTP request, ready to be sent as often as needed: its body is text that never changes. */
export interface TransportRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** How to send it once. */
export interface TransportOptions {
  readonly fetch: typeof globalThis.fetch
  /** For headers and body together. */
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** Why a request got no complete answer. */
export type Breakage = 'network' | 'timeout' | 'body_too_large'

/** How one request ended. `response` is there as soon as its headers were. */
export type Exchange =
  | { readonly response: Response; readonly text: string; readonly breakage?: undefined }
  | { readonly response?: Response | undefined; readonly breakage: Breakage; readonly reason?: string }

const answerBytesMax = 10 * 1024 * 1024
const refusalBytesMax = 64 * 1024

/**
 * Sends a request once. Never throws, and hands out no object of ky or fetch but the response: their errors
 * hold the request with its bearer token.
 */
export async function exchange(request: TransportRequest, options: TransportOptions): Promise<Exchange> {
  let response: Response | undefined
  const { fetch, signal, timeoutMs } = options
  const { url, ...init } = request
  const fetchCapped: typeof fetch = async (timed) => {
    const sent = fetch(url, {
      ...init,
      headers: { ...init.headers },
      signal: timed instanceof Request ? timed.signal : null,
      // A redirect would carry the body, which may hold an access token, to wherever it points.
      redirect: 'manual',
    })
    const answer = capBody(await sent)
    // Throws here when a `fetch` of the caller gives something that is no Response.
    answer.headers.get('Date')
    response = answer
    return answer
  }
  try {
    // ky keeps the time, and is told neither the headers nor the body: its errors print what it knows.
    const text = await ky(url, {
      signal: signal ?? null,
      fetch: fetchCapped,
      retry: 0,
      throwHttpErrors: false,
      timeout: false,
      totalTimeout: timeoutMs,
    }).text()
    return response ? { response, text } : { breakage: 'network' }
  } catch (error) {
    return { response, ...describeBreakage(error) }
  }
}

// ky reads a body through the response's own `text()`, without a limit and under its timeout. Giving the
// response a `text()` with a limit keeps the timeout.
function capBody(response: Response): Response {
  return Object.defineProperty(response, 'text', { value: () => readText(response) })
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let bytesLeft = response.ok ? answerBytesMax : refusalBytesMax
  let text = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytesLeft -= chunk.value.byteLength
    if (bytesLeft < 0) {
      reader.cancel().catch(() => undefined)
      // The head alone is no use: it is no JSON, and may end in the first half of a secret.
      throw new BodyTooLargeError()
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}

class BodyTooLargeError extends Error {}

function describeBreakage(error: unknown): { readonly breakage: Breakage; readonly reason?: string } {
  if (isTimeoutError(error)) return { breakage: 'timeout' }
  if (error instanceof BodyTooLargeError) return { breakage: 'body_too_large' }
  const reason = findSystemCode(error)
  return { breakage: 'network', ...(reason !== undefined && { reason }) }
}

// The only part of a network failure that is surely free of secrets: a code such as ECONNREFUSED.
function findSystemCode(error: unknown): string | undefined {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const code = 'code' in current ? current.code : undefined
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code
    current = current.cause
  }
  return undefined
}
