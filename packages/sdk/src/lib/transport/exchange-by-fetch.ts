import {
  createTextCollector,
  describeTransportFault,
  type Exchange,
  findSystemCode,
  type TransportOptions,
  type TransportRequest,
} from './exchange.ts'
import { untilAborted } from './until-aborted.ts'

/** Sends a request once by `fetch`. Never throws, and hands out no object of fetch but the response. */
export async function exchangeByFetch(
  { url, ...init }: TransportRequest,
  // The host's is looked up at each call, so that a test may replace the global later.
  { fetch = globalThis.fetch, signal, stop }: TransportOptions,
): Promise<Exchange> {
  let response: Response | undefined
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  const controller = new AbortController()
  const send = async () => {
    const { signal } = controller
    // A redirect would carry the body, which may hold an access token, to wherever it points.
    const sent = fetch(url, { ...init, headers: { ...init.headers }, signal, redirect: 'manual' })
    response = checkResponse(await sent)
    reader = response.body?.getReader()
    return { response, text: await readText(reader, response.ok) }
  }
  try {
    return await untilAborted([signal, stop], send)
  } catch (error) {
    // Once there is a body, to cancel it is enough: an abort then trips over an assertion of undici behind msw.
    if (reader === undefined) controller.abort()
    else void reader.cancel().catch(() => undefined)
    if (stop.aborted) return { response, fault: 'timeout' }
    return response === undefined && isFaulty(error)
      ? { fault: 'faulty_fetch', reason: error.constructor.name }
      : { response, ...describeTransportFault(error) }
  }
}

// A `fetch` of the caller may give nothing, an imitation, or what was read before.
function checkResponse(response: Response): Response {
  const { body, headers, bodyUsed } = response
  const isReadable = body === null || (typeof body.getReader === 'function' && !body.locked)
  if (isReadable && !bodyUsed && typeof headers.get === 'function') return response
  throw new TypeError('This is not a Response whose body can be read.')
}

// What the runtimes say of a connection that failed, each in a TypeError of its own.
const networkPattern =
  /^(?:fetch failed|terminated|error sending request|failed to fetch|load failed|network| a network)/i

// What a mistake in code throws.
const isFaulty = (error: unknown): error is Error =>
  [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind) &&
  findSystemCode(error) === undefined &&
  !networkPattern.test((error as Error).message)

async function readText(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  isSuccess: boolean,
): Promise<string> {
  const text = createTextCollector(isSuccess)
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    text.add(chunk.value)
  }
  return text.end()
}
