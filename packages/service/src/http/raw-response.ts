import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { rejectAtOnce, ServiceError } from '@affiliate-platform/contract/server'

/** What Node's parser and clock object to; anything else is malformed. */
const rejections: Readonly<Record<string, ServiceError>> = {
  HPE_HEADER_OVERFLOW: new ServiceError(
    'headers_too_large',
    `The first line and the headers may have at most ${maxHeaderSize} bytes together. The connection is closed.`,
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new ServiceError(
    'request_timeout',
    'The request did not arrive in time, and nothing was done. The connection is closed: send it again.',
  ),
}

const malformed = new ServiceError(
  'malformed_request',
  'Send well-formed HTTP/1.1 that names its host. The connection is closed.',
)

/** Responds to what could not even be read as HTTP, in the same form as every other rejection (D51). */
export function respondMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  respondRaw(socket, rejections[error.code ?? ''] ?? malformed)
}

/** Rejects CONNECT: it asks for a tunnel, and comes without a response object to respond with. */
export function respondConnect(socket: Duplex): void {
  respondRaw(socket, new ServiceError('not_found', 'There is no operation at this path.'))
}

function respondRaw(socket: Duplex, rejection: ServiceError): void {
  const { status, headers, body } = rejectAtOnce(rejection, '')
  const allHeaders = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => undefined)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}
