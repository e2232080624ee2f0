import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { PlainRequest, PlainResponse } from '@affiliate-platform/contract/server'
import { createPipelineBound } from './pipeline-bound.ts'
import { respondConnect, respondMalformed } from './raw-response.ts'
import { drain, readMessage } from './read-message.ts'

/** How long the server is with a client, in milliseconds. */
export interface Timeouts {
  /** For all headers of a request. */
  readonly headersMs: number
  /** For a whole request, its body included. */
  readonly requestMs: number
  /** For the next request on an open connection. */
  readonly idleMs: number
  /** For a client to read its response while it still sends. */
  readonly drainMs: number
}

const defaultTimeouts: Timeouts = { headersMs: 10_000, requestMs: 30_000, idleMs: 5000, drainMs: 1000 }

type Handle = (request: PlainRequest) => Promise<PlainResponse>

/** One request on its way through the server. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The client waits to be told that its body is wanted. */
  readonly awaitsContinue: boolean
}

/** Creates the HTTP server around a pipeline. It does not listen yet. */
export function createHttpServer(handle: Handle, timeouts: Timeouts = defaultTimeouts): Server {
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: 1000,
    // Node's own rejection has none of our headers.
    requireHostHeader: false,
  })
  const admit = createPipelineBound(timeouts.drainMs)
  const respond = (exchange: Exchange): void => {
    if (!admit(exchange)) return
    const { httpVersion, headersDistinct, socket } = exchange.request
    // RFC 9112, 3.2: a proxy in front may have believed the other one.
    const hosts = headersDistinct['host']?.length ?? 0
    if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
      respondMalformed(new Error('A request of HTTP/1.1 names its host.'), socket)
      return
    }
    const send = async (): Promise<void> => {
      const plain = await handle(toPlainRequest(exchange))
      await sendResponse(exchange, plain, { drainMs: timeouts.drainMs, isStopping: !server.listening })
    }
    // `handle` does not reject, as far as we know. If something here did, it would be an unhandled rejection, which ends the
    // process: close this connection instead.
    send().catch(() => exchange.response.destroy())
  }
  const respondAtOnce = (request: IncomingMessage, response: ServerResponse): void =>
    respond({ request, response, awaitsContinue: false })
  server.on('request', respondAtOnce)
  // Without a listener Node asks for the body at once, also for one that is about to be rejected.
  server.on('checkContinue', (request, response) => respond({ request, response, awaitsContinue: true }))
  // Without a listener Node rejects other expectations with a response of its own, without our headers.
  server.on('checkExpectation', respondAtOnce)
  server.on('connect', (_request, socket) => respondConnect(socket))
  server.on('clientError', respondMalformed)
  return server
}

function toPlainRequest({ request, response, awaitsContinue }: Exchange): PlainRequest {
  // A client that goes away in the middle is no event of its own: reading its body reports it.
  request.on('error', ignore)
  response.on('error', ignore)
  return {
    method: request.method ?? '',
    target: toOriginForm(request.url ?? ''),
    header: (name) => request.headersDistinct[name]?.join(', '),
    remoteAddress: () => request.socket.remoteAddress,
    readBody: (bytesMax) => {
      if (awaitsContinue) response.writeContinue()
      return readMessage(request, bytesMax)
    },
    gone: () => {
      const leaving = new AbortController()
      response.once('close', () => leaving.abort())
      return leaving.signal
    },
  }
}

const ignore = (): void => undefined

/** A target with scheme and host, as clients send it to a proxy, is to be understood too (RFC 9112, 3.2.2). */
function toOriginForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
}

async function sendResponse(
  exchange: Exchange,
  plain: PlainResponse,
  { drainMs, isStopping }: { readonly drainMs: number; readonly isStopping: boolean },
): Promise<void> {
  const { request, response } = exchange
  const { body } = plain
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    response.writeHead(plain.status, { ...plain.headers, Connection: 'close' })
    // Who reads nothing for so long is gone, and holds up nobody else.
    request.socket.setTimeout(stalledMs, () => response.destroy())
    await pipeline(body, response)
    return
  }
  const isUnread = hasLongRest(exchange)
  response.writeHead(plain.status, {
    ...plain.headers,
    'Content-Length': Buffer.byteLength(body),
    // A connection that stays open would hold up a server that is stopping.
    ...((isUnread || isStopping) && { Connection: 'close' }),
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  if (!isUnread) {
    // A body that is text goes out in one piece with the head.
    response.end(body)
    return
  }
  response.write(body)
  // Closing with unread bytes resets the connection, and a reset can destroy the response before the client reads it.
  await drain(request, drainMs)
  response.end()
}

/** How long a client may read nothing of what is sent to it in pieces. */
const stalledMs = 60_000

/** A body up to here is read to its end, wanted or not: that costs less than a new connection. */
const readableBytesMax = 1024 * 1024

/**
 * Whether more of the body may come than is worth reading. Node itself throws away a short rest, so that the
 * connection can serve the next request; a client that still waits to be asked may send its body or not.
 */
function hasLongRest({ request, awaitsContinue }: Exchange): boolean {
  if (request.complete) return false
  const { 'content-length': declaredBytes = 0, 'transfer-encoding': chunked } = request.headers
  return awaitsContinue || chunked !== undefined || Number(declaredBytes) > readableBytesMax
}
