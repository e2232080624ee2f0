import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

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
 * @returns a function that tells whether to take a request up
 */
export function createPipelineBound(): (exchange: {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}) => boolean {
  const connections = new WeakMap<Duplex, Connection>()
  return ({ request: { socket }, response }) => {
    const connection = connections.get(socket) ?? { pending: 0, isFull: false }
    connections.set(socket, connection)
    if (connection.isFull) return false
    if (connection.pending === unrespondedMax) {
      connection.isFull = true
      // What the kernel holds is not even parsed.
      socket.pause()
      return false
    }
    connection.pending += 1
    response.once('close', () => {
      connection.pending -= 1
      if (connection.isFull && connection.pending === 0) socket.destroySoon()
    })
    return true
  }
}
