import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@affiliate-platform/contract'

/** A request of Express or of any server on `node:http`. */
export interface ExpressRequest extends IncomingMessage {
  readonly body?: unknown
  /** The bytes that some hosts keep beside a parsed body. */
  readonly rawBody?: unknown
}

/** A handler for `app.post(path, handler)`. It responds to every request itself. */
export type ExpressHandler = (request: ExpressRequest, response: ServerResponse) => Promise<void>

/** Makes an Express handler of a fetch handler. */
export function toExpressHandler(handle: (request: Request) => Promise<Response>): ExpressHandler {
  return async (incoming, outgoing) => {
    try {
      const response = await handle(await toRequest(incoming))
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      outgoing.end(await response.text())
    } catch {
      // Only a connection that broke while it was read ends here: there is nobody to respond to.
      outgoing.destroy()
    }
  }
}

async function toRequest(incoming: ExpressRequest): Promise<Request> {
  const { method = 'GET', url = '/' } = incoming
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? await readBytes(incoming) : null
  const request = new Request(new URL(url, 'http://localhost'), {
    method,
    headers,
    // Stands for the bytes that a parser took; it is marked as read below.
    body: body ?? (hasBody ? 'read before' : null),
  })
  if (hasBody && body === null) await request.text()
  return request
}

/** The raw bytes, from wherever they still are; null when a parser took them. */
async function readBytes(incoming: ExpressRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  const { body, rawBody = body } = incoming
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  if (rawBody instanceof Uint8Array) return new Uint8Array(rawBody)
  return incoming.readableDidRead ? null : readStream(incoming)
}

function readStream(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    incoming.on('data', (chunk: Uint8Array) => {
      length += chunk.byteLength
      // One byte too many is enough to reject. The rest is read and dropped, so that the response arrives.
      if (length - chunk.byteLength <= limits.bodyBytesMax) chunks.push(chunk)
    })
    incoming.once('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    incoming.once('error', reject)
    incoming.once('close', () => reject(new Error('The connection closed.')))
  })
}
