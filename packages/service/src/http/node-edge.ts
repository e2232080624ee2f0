import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer, PlainRequest } from './message.ts'
import { ServiceError } from './service-error.ts'

/** How patient the server is with a client, in milliseconds. */
const patience = { headersMs: 10_000, requestMs: 30_000, idleMs: 5000, lingerMs: 1000 }

/** How much of an unwanted rest of a body is thrown away, so that the client gets to read its answer. */
const lingerBytesMax = 1_048_576

/** Creates the HTTP server around a pipeline. It does not listen yet. */
export function createHttpServer(handle: (request: PlainRequest) => Promise<Answer>): Server {
  const server = createServer({
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    keepAliveTimeout: patience.idleMs,
    connectionsCheckingInterval: 1000,
  })
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    void answerRequest(request, response, handle)
  }
  server.on('request', respond)
  // Without a listener Node asks for the body at once, also for one that is about to be refused.
  server.on('checkContinue', respond)
  server.on('clientError', answerMalformed)
  return server
}

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: PlainRequest) => Promise<Answer>,
): Promise<void> {
  // A client that goes away in the middle is no event of its own: reading its body reports it.
  request.on('error', () => undefined)
  response.on('error', () => undefined)
  const answer = await handle({
    method: request.method ?? '',
    target: request.url ?? '',
    header: (name) => joinedHeader(request, name),
    readBody: (bytesMax) => {
      if (request.headers.expect !== undefined) response.writeContinue()
      return readMessage(request, bytesMax)
    },
  })
  await send(request, response, answer)
}

function joinedHeader(request: IncomingMessage, name: string): string | undefined {
  return request.headersDistinct[name]?.join(', ')
}

function readMessage(request: IncomingMessage, bytesMax: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let bytes = 0
    request.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes <= bytesMax) chunks.push(chunk)
      else {
        request.removeAllListeners('data').pause()
        resolve(undefined)
      }
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    // Nobody is left to read this refusal; it ends the request and is no failure of the service.
    request.on('close', () => reject(new ServiceError('invalid_json', 'The body was cut off.')))
  })
}

async function send(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const bytes = Buffer.from(answer.body)
  const isUnread = !request.complete
  response.writeHead(answer.status, {
    ...answer.headers,
    'Content-Length': bytes.length,
    ...(isUnread && { Connection: 'close' }),
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  response.write(bytes)
  // Closing with unread bytes resets the connection, and a reset can destroy the answer before the client reads it.
  if (isUnread) await linger(request)
  response.end()
}

/** Throws away what the client still sends, for a bounded time and size. */
function linger(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(resolve, patience.lingerMs)
    const stop = (): void => {
      clearTimeout(timer)
      resolve()
    }
    request.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > lingerBytesMax) stop()
    })
    request.on('end', stop).on('close', stop).resume()
  })
}

const malformedRequests: Readonly<Record<string, { readonly status: number; readonly title: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, title: 'The request headers are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, title: 'The request took too long to arrive' },
}

/** Answers what could not even be read as HTTP, in the same form as every other refusal. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, title } = malformedRequests[error.code ?? ''] ?? {
    status: 400,
    title: 'The request is not HTTP',
  }
  const body = JSON.stringify({ type: 'about:blank', title, status })
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  )
}
