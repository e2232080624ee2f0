import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One response as it came over the wire. */
export interface RawResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** A client that sends exactly the bytes it is told to. */
export interface RawClient {
  readonly socket: Socket
  send(data: string | Uint8Array): void
  /** Reads the next final response with its whole body; rejects when the connection ends before. */
  readResponse(options?: { readonly hasBody?: boolean }): Promise<RawResponse>
  /** Waits for a piece of text, such as `100 Continue`. */
  waitFor(text: string): Promise<void>
  /** Waits until the connection is closed, and tells by which error if it was not closed in good order. */
  closed(): Promise<Error | undefined>
}

/** Connects to a server on this machine. */
export async function connectRaw(port: number): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let isClosed = false
  let notify = (): void => undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    received += String(chunk)
    notify()
  })
  let failure: Error | undefined
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('close', () => {
    isClosed = true
    notify()
  })
  await once(socket, 'connect')

  async function until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (isClosed) throw new Error(`The connection ended after: ${JSON.stringify(received.slice(0, 300))}`)
      await new Promise<void>((resolve) => {
        notify = resolve
      })
    }
  }

  return {
    socket,
    send: (data) => {
      socket.write(data)
    },
    readResponse: ({ hasBody = true } = {}) =>
      until(() => {
        const parsed = parseResponse(received, hasBody)
        if (parsed !== undefined) received = received.slice(parsed.length)
        return parsed
      }),
    waitFor: (text) =>
      until(() => {
        const at = received.indexOf(text)
        if (at < 0) return undefined
        received = received.slice(at + text.length)
        return true
      }).then(() => undefined),
    closed: () => until(() => isClosed || undefined).then(() => failure),
  }
}

function parseResponse(
  text: string,
  hasBody: boolean,
): (RawResponse & { readonly length: number }) | undefined {
  // 100 Continue and the like come before the response proper.
  const interim = /^(?:\r?\n)*(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)*/.exec(text)?.[0].length ?? 0
  const headEnd = text.indexOf('\r\n\r\n', interim)
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = text.slice(interim, headEnd).split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  const bodyStart = headEnd + 4
  const length = bodyStart + (hasBody ? Number(headers.get('content-length') ?? 0) : 0)
  if (text.length < length) return undefined
  return { status: Number(statusLine.split(' ')[1]), headers, body: text.slice(bodyStart, length), length }
}
