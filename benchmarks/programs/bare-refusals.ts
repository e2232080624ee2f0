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
  type Refusal,
  toProblem,
} from '../platform/refusal.ts'
import { listenOnFreePort } from './listen.ts'
import type { StartServer } from './program.ts'

/** Bare node:http that can only refuse, and has no database: the floor of the refusals. */
export const start: StartServer = async () => {
  const server = createServer((request, response) => {
    const requestId = randomUUID()
    const refusal = decide(request.url ?? '', request.headers)
    const bytes = Buffer.from(JSON.stringify(toProblem(refusal, requestId)))
    response.writeHead(refusal.status, {
      'X-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'X-Affiliate-Schema-Version': '1',
      ...refusal.headers,
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': bytes.length,
      ...(refusal.code === 'body_too_large' && { Connection: 'close' }),
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

function decide(url: string, headers: NodeJS.Dict<string | string[]>): Refusal {
  const [path = ''] = url.split('?', 1)
  if (path !== operations.listPayouts.path && !termsPath.test(path)) return notFound()
  if (readAffiliateKey(String(headers['authorization'])) === undefined) return invalidCredential()
  if (Number(headers['content-length'] ?? 0) > 65_536) return bodyTooLarge()
  return quotaExceeded(59_000, requestsMax)
}
