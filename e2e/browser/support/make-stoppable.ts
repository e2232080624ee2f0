import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A service behind a port that can be closed and opened again. */
export interface Stoppable {
  readonly baseUrl: string
  /** Ends every connection, and refuses others. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

/** Makes a service one that can be stopped, for whoever goes to this address of it. */
export async function makeStoppable(serviceUrl: string): Promise<Stoppable> {
  const { hostname, port: servicePort } = new URL(serviceUrl)
  const sockets = new Set<Socket>()
  const join = (one: Socket, other: Socket) => {
    sockets.add(one)
    one.pipe(other)
    one.on('error', () => other.destroy())
    one.on('close', () => {
      sockets.delete(one)
      other.destroy()
    })
  }
  const server = createServer((near) => {
    const far = connect(Number(servicePort), hostname)
    join(near, far)
    join(far, near)
  })
  const listen = async (port: number) => {
    server.listen(port, hostname)
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://${hostname}:${port}`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    start: () => listen(port),
  }
}
