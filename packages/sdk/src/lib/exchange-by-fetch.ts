import ky, { isTimeoutError } from '#ky'
import {
  createTextCollector,
  describeBreakage,
  type Exchange,
  findSystemCode,
  type TransportOptions,
  type TransportRequest,
} from './exchange.ts'

// Looked up at each call, so that a test may replace the global later.
const hostFetch: typeof fetch = (...input) => globalThis.fetch(...input)

/** Sends a request once by `fetch`. Never throws, and hands out no object of ky or fetch but the response. */
export async function exchangeByFetch(
  request: TransportRequest,
  options: TransportOptions,
): Promise<Exchange> {
  let response: Response | undefined
  const { fetch = hostFetch, signal, timeoutMs } = options
  const { url, ...init } = request
  const fetchCapped: typeof fetch = async (timed) => {
    const sent = fetch(url, {
      ...init,
      headers: { ...init.headers },
      signal: timed instanceof Request ? timed.signal : null,
      // A redirect would carry the body, which may hold an access token, to wherever it points.
      redirect: 'manual',
    })
    response = capBody(checkResponse(await sent))
    return response
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
    if (isTimeoutError(error)) return { response, breakage: 'timeout' }
    return response === undefined && isFaulty(error)
      ? { breakage: 'faulty_fetch', reason: error.name }
      : { response, ...describeBreakage(error) }
  }
}

// A `fetch` of the caller may give nothing, an imitation, or what was read before.
function checkResponse(response: Response): Response {
  const { body, headers, bodyUsed } = response
  const isReadable = body === null || (typeof body.getReader === 'function' && !body.locked)
  if (isReadable && !bodyUsed && typeof headers.get === 'function') return response
  throw new TypeError('This is no Response whose body can be read.')
}

// What a mistake in code throws. ky has told a network failure apart, which is a TypeError too.
const isFaulty = (error: unknown): error is Error =>
  findSystemCode(error) === undefined &&
  [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind)

// ky reads a body through the response's own `text()`, without a limit and under its timeout. Giving the
// response a `text()` with a limit keeps the timeout.
function capBody(response: Response): Response {
  return Object.defineProperty(response, 'text', { value: () => readText(response) })
}

async function readText(response: Response): Promise<string> {
  const text = createTextCollector(response.ok)
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    try {
      text.add(chunk.value)
    } catch (error) {
      reader?.cancel().catch(() => undefined)
      throw error
    }
  }
  return text.end()
}
