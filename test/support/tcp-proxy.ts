import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between a pool and its server, through which a test takes the network away. */
export interface TcpProxy {
  /** The proxied URL. */
  readonly url: string
  /** How many pieces of data the pool has sent so far. */
  packetCount(): number
  /** Breaks every connection and rejects new ones, until `restore`. */
  cut(): void
  /** Accepts connections and swallows everything, until `restore`. */
  silence(): void
  /** Ends each new connection with the server's FATAL, in the very packet that says it is ready, until `restore`. */
  endAtReady(): void
  restore(): void
  /**
   * Breaks the connection that sends a piece of text: `before` the server gets it, or `after` the server has finished
   * the transaction, without passing its responses on.
   */
  cutAt(text: string, moment: 'before' | 'after'): void
  close(): void
}

// What a server sends last outside a transaction: ReadyForQuery, idle.
const readyForQuery = Buffer.from('Z\0\0\0\x05I', 'latin1')

/** Starts a proxy in front of a `postgres://` URL. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let packets = 0
  let state: 'open' | 'cut' | 'silent' | 'ending' = 'open'
  let trap: { readonly text: string; readonly moment: 'before' | 'after' } | undefined

  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    const drop = (): void => {
      client.destroy()
      upstream.destroy()
    }
    let dropsResponse = false
    client.on('data', (chunk) => {
      packets += 1
      if (state === 'silent') return
      if (trap !== undefined && chunk.includes(trap.text)) {
        if (trap.moment === 'before') return drop()
        dropsResponse = true
        trap = undefined
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (dropsResponse) {
        if (chunk.subarray(-6).equals(readyForQuery)) drop()
      } else if (state === 'ending' && chunk.includes(readyForQuery)) {
        client.end(Buffer.concat([chunk, adminShutdown]))
      } else if (state !== 'silent') client.write(chunk)
    })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', drop).on('close', () => {
        sockets.delete(socket)
        drop()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(target)
  url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`

  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    packetCount: () => packets,
    cut: () => {
      state = 'cut'
      breakAll()
    },
    silence: () => {
      state = 'silent'
    },
    endAtReady: () => {
      state = 'ending'
    },
    restore: () => {
      state = 'open'
      trap = undefined
    },
    cutAt: (text, moment) => {
      trap = { text, moment }
    },
    close: () => {
      breakAll()
      server.close()
    },
  }
}

/** What Postgres says to a connection that an administrator ends. */
const adminShutdown = buildErrorResponse('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0')

function buildErrorResponse(fields: string): Buffer {
  const message = Buffer.from(`E\0\0\0\0${fields}`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}
