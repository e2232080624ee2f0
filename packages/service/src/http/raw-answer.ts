import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { headerNames } from '@affiliate-platform/contract'
import type { Answer } from './message.ts'
import { problemAnswer } from './problem-answer.ts'
import { ServiceError } from './service-error.ts'

const malformedRequests: Readonly<Record<string, { readonly status: number; readonly title: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, title: 'The request headers are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, title: 'The request took too long to arrive' },
}

/** Answers what could not even be read as HTTP, in the same form as every other refusal. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, title } = malformedRequests[error.code ?? ''] ?? {
    status: 400,
    title: 'The request is not HTTP',
  }
  const requestId = randomUUID()
  const detail = 'The connection is closed. Send the request again, well-formed and in time.'
  answerRaw(socket, {
    requestId,
    status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8' },
    body: JSON.stringify({ type: 'about:blank', title, status, detail, requestId }),
  })
}

/** Refuses CONNECT: it asks for a tunnel, and comes without a response object to answer with. */
export function answerConnect(socket: Duplex): void {
  const requestId = randomUUID()
  const refusal = new ServiceError('not_found', 'There is no operation at this path.')
  answerRaw(socket, { requestId, ...problemAnswer(refusal, requestId, '') })
}

function answerRaw(
  socket: Duplex,
  { requestId, status, headers, body }: Answer & { readonly requestId: string },
): void {
  const allHeaders = {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    [headerNames.requestId]: requestId,
    Connection: 'close',
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => undefined)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}
