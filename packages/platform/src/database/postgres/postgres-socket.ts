import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type pg from 'pg'

/** A socket that suits a pipeline, and breaks when nothing comes for too long. */
export function openSocket(silenceTimeoutMs: number): Socket {
  const socket = new Socket()
  // The driver corks the socket for each statement. Uncorked a little later, all that are sent at once are one packet.
  const uncork = socket.uncork.bind(socket)
  socket.uncork = () => process.nextTick(uncork)
  endOnNonsense(socket)
  // The driver's own `query_timeout` is a timer for each query, and finished ones keep their rows in memory until the
  // next full collection.
  return socket.setTimeout(silenceTimeoutMs, () =>
    socket.destroy(new Error('Connection terminated: the server has gone silent.')),
  )
}

/** Lets a pool drop connections that break, instead of ending the process. */
export function dropBrokenConnections(connections: pg.Pool): void {
  // A connection that breaks while idle is dropped by the pool; without a listener it would end the process.
  connections.on('error', ignoreError)
  // The pool takes its own listener off before it hands a connection over. A server that ends the connection in the
  // very packet that opens it is heard in between. The next statement then reports it.
  connections.on('connect', (client) => {
    client.on('error', ignoreError)
    // Behind TLS it is another stream than the one that was opened here.
    const stream: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream')
    if (stream instanceof TLSSocket) endOnNonsense(stream)
  })
}

/** What the driver cannot read, such as an error in the middle of a row, it throws where nobody can catch it. */
function endOnNonsense(socket: Socket): void {
  const emit = socket.emit.bind(socket)
  socket.emit = (event: string, ...values: readonly unknown[]) => {
    if (event !== 'data') return emit(event, ...values)
    try {
      return emit(event, ...values)
    } catch (cause) {
      socket.destroy(new Error('Connection terminated: the server sent what cannot be read.', { cause }))
      return true
    }
  }
}

/** Hears an error that whoever uses the connection is told of. */
export function ignoreError(): void {}
