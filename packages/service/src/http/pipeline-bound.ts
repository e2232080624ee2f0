import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Node itself puts no limit on pipelining, and one packet can hold thousands of requests. */
const unrespondedMax = 100

interface Connection {
  pending: number
  isFull: boolean
}

/**
 * Bounds the requests of one connection that wait for their response (D72). What comes beyond is not taken up; the
 * connection ends after the responses to what came before, so that a client knows which of its requests were served.
 *
 * @param drainMs - how long a client that still sends has time to read them, in milliseconds
 * @returns a function that tells whether to take a request up
 */
export function createPipelineBound(
  drainMs: number,
): (exchange: { readonly request: IncomingMessage; readonly response: ServerResponse }) => boolean {
  const connections = new WeakMap<Socket, Connection>()
  return ({ request: { socket }, response }) => {
    const connection = connections.get(socket) ?? { pending: 0, isFull: false }
    connections.set(socket, connection)
    if (connection.isFull) return false
    if (connection.pending === unrespondedMax) {
      connection.isFull = true
      throwAwayTheRest(socket)
      return false
    }
    connection.pending += 1
    response.once('close', () => {
      connection.pending -= 1
      if (connection.isFull && connection.pending === 0) endAfterReading(socket, drainMs)
    })
    return true
  }
}

/**
 * Reads what still comes past Node's parser. Parsed, each request would cost some kilobytes until the connection
 * closes; left unread, it would reset the connection, and the responses with it.
 */
function throwAwayTheRest(socket: Socket): void {
  socket.removeAllListeners('data').on('data', () => undefined)
}

function endAfterReading(socket: Socket, drainMs: number): void {
  const timer = setTimeout(() => socket.destroy(), drainMs)
  socket.once('close', () => clearTimeout(timer)).end()
}
