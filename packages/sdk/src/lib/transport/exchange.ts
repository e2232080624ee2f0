/** One HTTP request, ready to be sent as often as needed: its body is text that never changes. */
export interface TransportRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** How to send it once. */
export interface TransportOptions {
  /** The caller's own `fetch`; undefined for the host's. */
  readonly fetch: typeof globalThis.fetch | undefined
  /** The caller's. */
  readonly signal: AbortSignal | undefined
  /** Aborts when the time of the attempt is over, headers and body together. */
  readonly stop: AbortSignal
}

/** What is read of a response beside its body. */
export interface ResponseHead {
  readonly ok: boolean
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
}

/** Why a request got no complete response. */
export type ExchangeFault = 'network' | 'timeout' | 'body_too_large' | 'faulty_fetch'

/** How one request ended. `response` is there as soon as its headers were. */
export type Exchange =
  | { readonly response: ResponseHead; readonly text: string; readonly fault?: undefined }
  | { readonly response?: ResponseHead | undefined; readonly fault: ExchangeFault; readonly reason?: string }

const responseBytesMax = 10 * 1024 * 1024
const rejectionBytesMax = 64 * 1024

/** A body has more bytes than anybody wants to read. */
export class BodyTooLargeError extends Error {}

/** Joins the chunks of a body to its text; `add` throws a `BodyTooLargeError` for a byte too many. */
export function createTextCollector(isSuccess: boolean) {
  const decoder = new TextDecoder()
  let bytesLeft = isSuccess ? responseBytesMax : rejectionBytesMax
  let text = ''
  return {
    add: (chunk: Uint8Array) => {
      bytesLeft -= chunk.byteLength
      // The head alone is no use: it is no JSON, and may end in the first half of a secret.
      if (bytesLeft < 0) throw new BodyTooLargeError()
      text += decoder.decode(chunk, { stream: true })
    },
    end: () => text + decoder.decode(),
  }
}

/** Says what broke, in nothing that could hold a secret: a system's code, or the class of a caller's own error. */
export function describeTransportFault(error: unknown): {
  readonly fault: ExchangeFault
  readonly reason?: string
} {
  if (error instanceof BodyTooLargeError) return { fault: 'body_too_large' }
  const reason = findSystemCode(error) ?? nameOwnClass(error)
  return { fault: 'network', ...(reason !== undefined && { reason }) }
}

// `name` and `message` are whatever a program puts there; the name of a class stands in its code.
function nameOwnClass(error: unknown): string | undefined {
  const name = error instanceof Error ? error.constructor.name : ''
  return ['', 'Error', 'TypeError'].includes(name) ? undefined : name
}

/** The only part of a network failure that is surely free of secrets: a code such as ECONNREFUSED. */
export function findSystemCode(error: unknown): string | undefined {
  let current = error
  // Not by `instanceof`: a runtime's errors may come from another realm than the code of a test. Deno has no codes.
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    const code = 'code' in current ? current.code : undefined
    if (typeof code === 'string' && /^(?:[A-Z][A-Z0-9_]{2,40}|ConnectionRefused)$/.test(code)) return code
    const message = 'message' in current ? String(current.message) : ''
    if (message.includes('client error (Connect)'))
      return message.includes('certificate') ? 'CERT_REJECTED' : 'NOT_CONNECTED'
    current = 'cause' in current ? current.cause : undefined
  }
  return undefined
}
