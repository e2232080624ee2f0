import ky, { isTimeoutError } from 'ky'
import {
  createTextCollector,
  describeBreakage,
  type Exchange,
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
    return isTimeoutError(error)
      ? { response, breakage: 'timeout' }
      : { response, ...describeBreakage(error) }
  }
}

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
