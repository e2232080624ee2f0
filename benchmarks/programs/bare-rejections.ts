import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { operations } from '@affiliate-platform/contract'
import { readAffiliateKey } from '../platform/credential.ts'
import { requestsMax } from '../platform/quota.ts'
import {
  bodyTooLarge,
  invalidCredential,
  notFound,
  quotaExceeded,
  type Rejection,
  toProblem,
} from '../platform/rejection.ts'
import { listenOnFreePort } from './listen.ts'
import type { StartServer } from './program.ts'

/** Bare node:http that can only reject, and has no database: the floor of the rejections. */
export const start: StartServer = async () => {
  const server = createServer((request, response) => {
    const requestId = randomUUID()
    const rejection = decide(request.url ?? '', request.headers)
    const bytes = Buffer.from(JSON.stringify(toProblem(rejection, requestId)))
    response.writeHead(rejection.status, {
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'X-Affiliate-Schema-Version': '1',
      ...rejection.headers,
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': bytes.length,
      ...(rejection.code === 'body_too_large' && { Connection: 'close' }),
    })
    response.end(bytes)
  })
  const port = await listenOnFreePort(server)
  return {
    port,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const termsPath = /^\/api\/affiliate-platform\/v1\/memberships\/([^/]+)\/terms$/

function decide(url: string, headers: NodeJS.Dict<string | string[]>): Rejection {
  const [path = ''] = url.split('?', 1)
  if (path !== operations.listPayouts.path && !termsPath.test(path)) return notFound()
  if (readAffiliateKey(String(headers['authorization'])) === undefined) return invalidCredential()
  if (Number(headers['content-length'] ?? 0) > 65_536) return bodyTooLarge()
  return quotaExceeded(59_000, requestsMax)
}
