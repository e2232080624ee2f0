// A load balancer of the simplest kind, for trying out several processes on one machine.
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A listening proxy. */
export interface RoundRobinProxy {
  readonly port: number
  /** Takes no new connection, and returns when the open ones have ended. */
  close(): Promise<void>
}

const host = '127.0.0.1'

/**
 * Hands each new connection to the next of some ports on this machine. A port that rejects is passed over, so that a
 * stopped process costs nobody a request.
 *
 * @param port - where to listen; 0 takes any free port
 */
export async function startRoundRobinProxy(
  port: number,
  targets: readonly number[],
): Promise<RoundRobinProxy> {
  let turn = 0
  const server = createServer({ pauseOnConnect: true }, (client) => {
    turn += 1
    const order = targets.map((_, index) => targets[(turn + index) % targets.length] ?? 0)
    connectToFirst(order, client)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return { port: readPort(server), close: () => new Promise((resolve) => server.close(() => resolve())) }
}

function connectToFirst([target, ...others]: readonly number[], client: Socket): void {
  if (target === undefined) {
    client.destroy()
    return
  }
  const upstream = connect(target, host)
  const tryNext = (): void => connectToFirst(others, client)
  upstream.once('error', tryNext)
  upstream.once('connect', () => {
    upstream.off('error', tryNext)
    join(client, upstream)
  })
}

/** Passes everything on in both ways; when one side breaks, so does the other. */
function join(client: Socket, upstream: Socket): void {
  client.pipe(upstream).pipe(client)
  for (const socket of [client, upstream]) {
    const other = socket === client ? upstream : client
    socket.on('error', () => undefined).on('close', () => other.destroy())
  }
}

function readPort(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
