import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What can go wrong between a pool and its server, at a moment that chance picks. */
export const faults = [
  'ended as it opens',
  'ended in the packet of ReadyForQuery',
  'cut in the middle of a message',
  'ended in the middle of a row',
  'cut before the server hears',
  'cut before the response',
  'half closed',
  'silent',
  'idle in transaction',
  'error of the pooler',
] as const

/** One of them. */
export type Fault = (typeof faults)[number]

/** A proxy in front of a Postgres that does to its connections what networks, servers and poolers do. */
export interface FaultProxy {
  readonly url: string
  /** Lets one of some faults happen to about one of so many packets in either direction, until `restore`. */
  injectOneIn(packets: number, nextNumber: () => number, among?: readonly Fault[]): void
  /** Lets the next packet in which it can happen suffer one fault. */
  injectOnce(fault: Fault): void
  /** How often each fault has happened. */
  counts(): Readonly<Record<Fault, number>>
  /** Makes a statement one that the server rejects, until `restore`: its first letter is another one. */
  spoil(text: string): void
  restore(): void
  close(): void
}

const readyForQuery = Buffer.from('Z\0\0\0\x05', 'latin1')

const messages: Partial<Record<Fault, Buffer>> = {
  'ended as it opens': buildError('53300', 'sorry, too many clients already'),
  'ended in the packet of ReadyForQuery': buildError('57P01', 'terminating connection'),
  'ended in the middle of a row': buildError('57P01', 'terminating connection'.padEnd(4000, '.')),
  'idle in transaction': buildError('25P03', 'terminating connection due to idle-in-transaction timeout'),
  'error of the pooler': buildError('08P01', 'query_wait_timeout'),
}

/** Starts the proxy in front of a `postgres://` URL. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const counts = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>
  let chance: (() => Fault | undefined) | undefined
  let spoiled: string | undefined

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const drop = (): void => {
      client.destroy()
      upstream.destroy()
    }
    const end = (message: Buffer | undefined): void => {
      client.end(message ?? '')
      upstream.destroy()
    }
    let isSilent = false

    /** Lets a fault happen to a packet. Returns whether the packet goes on. */
    function suffer(fault: Fault, from: 'client' | 'server', packet: Buffer): boolean {
      const isOfClient = fault === 'ended as it opens' || fault === 'cut before the server hears'
      if ((from === 'client') !== isOfClient) return true
      if (fault === 'ended in the packet of ReadyForQuery' && !packet.includes(readyForQuery)) return true
      const rowAt = fault === 'ended in the middle of a row' ? findRow(packet) : 0
      if (rowAt === undefined) return true
      counts[fault] += 1
      switch (fault) {
        case 'ended in the packet of ReadyForQuery':
          end(Buffer.concat([packet, messages[fault] ?? Buffer.of()]))
          break
        case 'cut in the middle of a message':
          client.write(packet.subarray(0, Math.max(1, packet.length >> 1)))
          end(undefined)
          break
        case 'ended in the middle of a row':
          // After the number of its columns: the reader takes the error for their lengths.
          end(Buffer.concat([packet.subarray(0, rowAt + 7), messages[fault] ?? Buffer.of()]))
          break
        case 'half closed':
          isSilent = true
          client.end()
          break
        case 'silent':
          isSilent = true
          break
        case 'cut before the server hears':
        case 'cut before the response':
          drop()
          break
        default:
          end(messages[fault])
      }
      return false
    }

    client.on('data', (chunk) => {
      const fault = chance?.()
      if (isSilent || (fault !== undefined && !suffer(fault, 'client', chunk))) return
      upstream.write(spoiled === undefined ? chunk : spoil(chunk, spoiled))
    })
    upstream.on('data', (chunk) => {
      const fault = chance?.()
      if (isSilent || (fault !== undefined && !suffer(fault, 'server', chunk))) return
      client.write(chunk)
    })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', drop).on('close', () => {
        sockets.delete(socket)
        if (!isSilent || socket === client) drop()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(target)
  url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`

  return {
    url: url.href,
    injectOneIn: (packets, nextNumber, among = faults) => {
      chance = () => (nextNumber() * packets < 1 ? among[Math.floor(nextNumber() * among.length)] : undefined)
    },
    injectOnce: (fault) => {
      const before = counts[fault]
      chance = () => (counts[fault] === before ? fault : undefined)
    },
    counts: () => counts,
    spoil: (text) => {
      spoiled = text
    },
    restore: () => {
      chance = undefined
      spoiled = undefined
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Where the first row of a packet begins. */
function findRow(packet: Buffer): number | undefined {
  for (let at = 0; at + 7 < packet.length; at += packet.readUInt32BE(at + 1) + 1) {
    if (packet[at] === 'D'.charCodeAt(0)) return at
  }
  return undefined
}

function spoil(packet: Buffer, text: string): Buffer {
  for (let at = packet.indexOf(text); at >= 0; at = packet.indexOf(text, at + 1)) packet.write('_', at)
  return packet
}

function buildError(code: string, text: string): Buffer {
  const message = Buffer.from(`E\0\0\0\0SFATAL\0VFATAL\0C${code}\0M${text}\0\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}
