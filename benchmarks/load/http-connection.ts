import { connect, type Socket } from 'node:net'

/** A complete response. */
export interface HttpResponse {
  readonly status: number
  /** The status line and the headers as they came. */
  readonly head: string
  readonly body: Buffer
}

/** A connection that sends one request after the other. */
export interface HttpConnection {
  /** Sends a request and waits for its response. Opens the connection anew when the last response closed it. */
  send(request: string): Promise<HttpResponse>
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Opens a bare HTTP/1.1 connection. It understands just enough to cost little: the load shares a core with the
 * database.
 */
export function openConnection(port: number): HttpConnection {
  let socket: Socket | undefined
  let received: Buffer = Buffer.alloc(0)
  let settle: { resolve(response: HttpResponse): void; reject(error: Error): void } | undefined

  const fail = (error: Error): void => {
    socket?.destroy()
    socket = undefined
    settle?.reject(error)
    settle = undefined
  }
  const receive = (chunk: Buffer): void => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const response = readResponse(received)
    if (response === undefined) return
    received = Buffer.alloc(0)
    if (/\r\nconnection: close/i.test(response.head)) {
      socket?.destroy()
      socket = undefined
    }
    const { resolve } = settle ?? {}
    settle = undefined
    resolve?.(response)
  }
  const open = (): Socket => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true })
    opened.on('data', receive)
    opened.on('error', (error) => opened === socket && fail(error))
    opened.on('close', () => opened === socket && fail(new Error('The connection was closed.')))
    return opened
  }

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        socket ??= open()
        socket.write(request, 'latin1')
      }),
    close: () => {
      const closing = socket
      socket = undefined
      closing?.destroy()
    },
  }
}

function readResponse(bytes: Buffer): HttpResponse | undefined {
  const headLength = bytes.indexOf(headEnd)
  if (headLength < 0) return undefined
  const head = bytes.toString('latin1', 0, headLength)
  const start = headLength + headEnd.length
  const declared = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const body =
    declared === undefined ? readChunks(bytes.subarray(start)) : readLength(bytes, start, Number(declared))
  return body && { status: Number(head.slice(9, 12)), head, body }
}

function readLength(bytes: Buffer, start: number, length: number): Buffer | undefined {
  return bytes.length < start + length ? undefined : bytes.subarray(start, start + length)
}

function readChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  let offset = 0
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', offset)
    if (lineEnd < 0) return undefined
    const length = Number.parseInt(bytes.toString('latin1', offset, lineEnd), 16)
    if (Number.isNaN(length)) throw new Error('A response has neither a length nor chunks.')
    const start = lineEnd + 2
    if (bytes.length < start + length + 2) return undefined
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(start, start + length))
    offset = start + length + 2
  }
}
