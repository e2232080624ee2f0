import type { Pieces, PlainRequest, PlainResponse } from './message.ts'
import { ServiceError } from './service-error.ts'

/**
 * Adapts a server to fetch's `Request → Response`, so that it can be driven without a socket.
 *
 * @param basePath - what stands before every path of the interface. Default: nothing
 */
export function toFetch(
  handle: (request: PlainRequest) => Promise<PlainResponse>,
  basePath = '',
): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url)
    const { status, headers, body } = await handle({
      method: request.method,
      target: url.pathname.slice(basePath.length) + url.search,
      header: (name) => request.headers.get(name) ?? undefined,
      remoteAddress: () => undefined,
      readBody: (bytesMax) => readStream(request.body, bytesMax),
      gone: () => request.signal,
    })
    const isWhole = typeof body === 'string' || body instanceof Uint8Array
    return new Response(isWhole ? body : toStream(body), { status, headers })
  }
}

function toStream(pieces: Pieces): ReadableStream<Uint8Array<ArrayBuffer>> {
  const made = pieces[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await made.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await made.return?.()
    },
  })
}

async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of stream ?? []) {
      bytes += chunk.length
      if (bytes > bytesMax) return undefined
      chunks.push(chunk)
    }
  } catch {
    // A client that breaks off is no failure of the service.
    throw new ServiceError('invalid_json', 'The body was cut off.')
  }
  return join(chunks, bytes)
}

function join(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const joined = new Uint8Array(bytes)
  let offset = 0
  for (const chunk of chunks) {
    joined.set(chunk, offset)
    offset += chunk.length
  }
  return joined
}
