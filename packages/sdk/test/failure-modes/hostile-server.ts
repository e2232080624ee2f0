import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a hostile server does with one request. */
export type HostileResponse = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** A request that reached the server. */
export interface ReceivedRequest {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A real server on a real socket that responds as told. */
export interface HostileServer extends AsyncDisposable {
  readonly baseUrl: string
  readonly requests: readonly ReceivedRequest[]
}

/** The request id that every response of a hostile server carries. */
export const hostileRequestId = 'hostile-request-1'

/**
 * Starts a server that gives these responses one after another, and then the last one for ever.
 *
 * @param port - default: any free one
 */
export async function startHostileServer(
  responses: readonly HostileResponse[],
  port = 0,
): Promise<HostileServer> {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    requests.push({ headers: request.headers, body })
    response.setHeader('X-Request-Id', hostileRequestId)
    responses[Math.min(requests.length, responses.length) - 1]?.(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A JSON response. */
export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HostileResponse =>
  (_, response) => {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'X-Affiliate-Schema-Version': '1',
      ...headers,
    })
    response.end(JSON.stringify(body))
  }

/** A response of any type. */
export const text =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): HostileResponse =>
  (_, response) => {
    response.writeHead(status, headers)
    response.end(body)
  }

/** A rejection that gives everything back that it was sent: key, token, contact. */
export const echo =
  (status: number, code: string, headers: Readonly<Record<string, string>> = {}): HostileResponse =>
  (request, response, body) => {
    const sent = `${request.headers.authorization} ${request.url} ${body}`
    const problem = {
      code,
      status,
      detail: `You sent ${sent}`,
      errors: [{ pointer: '/rules', code: 'invalid', message: sent }],
      debug: { headers: request.headers, body: safeParse(body) },
    }
    json(status, problem, headers)(request, response, body)
  }

/** The socket is reset before any header. */
export const resetBeforeHeaders: HostileResponse = (request) => void request.socket.resetAndDestroy()

/** Headers and half a body, then the socket is reset. */
export const resetMidBody: HostileResponse = (request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
  response.write('{"items":[', () => setImmediate(() => request.socket.resetAndDestroy()))
}

/** Nothing, for ever. */
export const noResponse: HostileResponse = () => undefined

/** Headers and half a body, then nothing. */
export const stalledBody =
  (status: number): HostileResponse =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.write('{"items":[')
  }

/** A byte every so often, without end. */
export const slowDrip: HostileResponse = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 10)
  response.on('close', () => clearInterval(timer))
}

/** More than 10 MiB, sent as fast as they are read. */
export const hugeBody: HostileResponse = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const chunk = ' '.repeat(1024 * 1024)
  const writeMore = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', writeMore)
  writeMore()
}

function safeParse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
