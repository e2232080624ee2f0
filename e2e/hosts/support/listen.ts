import { createServer, type RequestListener } from 'node:http'

export interface Listening {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves on the loopback interface. Closing ends every connection, hanging ones too. */
export async function listen(handle: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(handle)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** A port that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const { url, close } = await listen(() => undefined)
  await close()
  return Number(new URL(url).port)
}
