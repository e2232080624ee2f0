import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { saveTermsRequestSchema } from '@affiliate-platform/contract'
import * as z from 'zod'
import { type Credential, readAffiliateKey } from '../platform/credential.ts'
import { openCursor } from '../platform/cursor.ts'
import { type FloorList, floorLists } from '../platform/floor-lists.ts'
import { toPage } from '../platform/page.ts'
import { type ListQuery, toCursorScope } from '../platform/query.ts'
import { type QuotaWindow, quotaHeaders } from '../platform/quota.ts'
import {
  bodyTooLarge,
  invalidCredential,
  notFound,
  Rejection,
  toProblem,
  underWindow,
} from '../platform/rejection.ts'
import { stores } from '../platform/stores/open-store.ts'
import type { Store } from '../platform/stores/store.ts'
import { toTermsWrite } from '../platform/terms.ts'
import { listenOnFreePort } from './listen.ts'
import type { StartServer } from './program.ts'

/** Bare node:http and pg: the least that keeps the promises. Its responses to bad filters are cut short. */
export const start: StartServer = async ({ databaseUrl, store: storeName }) => {
  const store = await stores[storeName](databaseUrl)
  const server = createServer((request, response) => {
    const requestId = randomUUID()
    serve(request, response, { store, requestId }).catch((error: unknown) => {
      const rejection = error instanceof Rejection ? error : new Rejection('internal_error', String(error))
      sendRejection(response, rejection, requestId)
    })
  })
  const port = await listenOnFreePort(server)
  return { port, stop: () => stopFloor(server, store) }
}

async function stopFloor(server: Server, store: Store): Promise<void> {
  server.closeAllConnections()
  server.close()
  await store.close()
}

interface Exchange {
  readonly store: Store
  readonly requestId: string
}

const termsPath = /^\/api\/affiliate-platform\/v1\/memberships\/([^/]+)\/terms$/

async function serve(request: IncomingMessage, response: ServerResponse, exchange: Exchange): Promise<void> {
  const { method, url = '' } = request
  const queryStart = url.indexOf('?')
  const path = queryStart < 0 ? url : url.slice(0, queryStart)
  const list = method === 'GET' ? floorLists.get(path) : undefined
  if (list !== undefined) return await respondList(request, response, { ...exchange, list })
  const membershipId = method === 'PATCH' ? termsPath.exec(path)?.[1] : undefined
  if (membershipId !== undefined) return await respondTerms(request, response, { ...exchange, membershipId })
  sendRejection(response, notFound(), exchange.requestId)
}

async function authenticate({ headers }: IncomingMessage, store: Store, scope: string): Promise<Credential> {
  const apiKey = readAffiliateKey(headers.authorization)
  const credential = apiKey === undefined ? undefined : await store.findCredential(apiKey, Date.now())
  if (credential === undefined) throw invalidCredential()
  if (credential.scopes.includes(scope)) return credential
  return await rejectCounted(new Rejection('scope_denied', 'The scope is missing.'), { store, credential })
}

/** Rejects a request that counts against the quota. */
async function rejectCounted(
  rejection: Rejection,
  { store, credential }: { readonly store: Store; readonly credential: Credential },
): Promise<never> {
  return await underWindow(await store.admit(credential), () => Promise.reject(rejection))
}

async function respondList(
  request: IncomingMessage,
  response: ServerResponse,
  { store, requestId, list }: Exchange & { readonly list: FloorList },
) {
  const credential = await authenticate(request, store, list.scope)
  const query = parseListQuery(request.url ?? '', list)
  if (query === undefined) {
    return await rejectCounted(new Rejection('invalid_parameter', 'Invalid query.'), { store, credential })
  }
  const scope = toCursorScope(credential.lineageId, query)
  const walk = query.cursor === undefined ? undefined : openCursor(store.secret, scope, query.cursor)
  if (query.cursor !== undefined && walk === undefined) {
    return await rejectCounted(new Rejection('invalid_cursor', 'Invalid cursor.'), { store, credential })
  }
  const { window, rows } = await store.listPage(credential, query, walk?.position)
  const page = toPage(rows, { secret: store.secret, credential, query, walk })
  send(response, { requestId, window, body: JSON.stringify(page) })
}

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function parseListQuery(url: string, list: FloorList): ListQuery | undefined {
  const queryStart = url.indexOf('?')
  if (queryStart < 0) return { list, limit: 50 }
  const query: { -readonly [Name in keyof ListQuery]: ListQuery[Name] } = { list, limit: 50 }
  for (const [name, value] of new URLSearchParams(url.slice(queryStart + 1))) {
    if (name === 'cursor' && value !== '') query.cursor = value
    else if (name === 'limit' && /^(?:[1-9]|[1-4]\d|50)$/.test(value)) query.limit = Number(value)
    else if (name === 'status' && value !== '' && value.length <= 40) query.status = value
    else if (name === 'currency' && value.length === 3) query.currency = value.toUpperCase()
    else if (isIdName(name) && idPattern.test(value)) query[name] = value.toLowerCase()
    else if (name === 'from' && !Number.isNaN(Date.parse(value))) query.fromMs = Date.parse(value)
    else if (name === 'to' && !Number.isNaN(Date.parse(value))) query.toMs = Date.parse(value)
    else return undefined
  }
  return query
}

const isIdName = (name: string): name is 'programId' | 'groupId' | 'membershipId' =>
  name === 'programId' || name === 'groupId' || name === 'membershipId'

async function respondTerms(
  request: IncomingMessage,
  response: ServerResponse,
  { store, requestId, membershipId }: Exchange & { readonly membershipId: string },
): Promise<void> {
  const credential = await authenticate(request, store, 'terms:write')
  const bytes = await readBody(request)
  if (bytes === undefined) return await rejectCounted(bodyTooLarge(), { store, credential })
  const body: unknown = JSON.parse(bytes.toString())
  const parsed = z.safeParse(saveTermsRequestSchema, body)
  if (!parsed.success || !idPattern.test(membershipId)) {
    const rejection = new Rejection('invalid_request', 'The body does not have the required form.')
    return await rejectCounted(rejection, { store, credential })
  }
  const key = request.headers['idempotency-key']
  const idempotencyKey = typeof key === 'string' ? key : undefined
  const write = toTermsWrite({ membershipId, idempotencyKey }, parsed.data, body)
  const { window, body: text, isReplay } = await store.saveTerms(credential, write)
  send(response, { requestId, window, body: text, isReplay })
}

function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length']) > 65_536) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > 65_536) resolve(undefined)
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
  })
}

interface GoodResponse {
  readonly requestId: string
  readonly window: QuotaWindow
  readonly body: string
  readonly isReplay?: boolean
}

function send(response: ServerResponse, { requestId, window, body, isReplay }: GoodResponse): void {
  const bytes = Buffer.from(body)
  const headers: Record<string, string | number> = {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Affiliate-Schema-Version': '1',
    ...quotaHeaders(window),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
  }
  if (isReplay) headers['Idempotency-Replayed'] = 'true'
  response.writeHead(200, headers)
  response.end(bytes)
}

function sendRejection(response: ServerResponse, rejection: Rejection, requestId: string): void {
  const bytes = Buffer.from(JSON.stringify(toProblem(rejection, requestId)))
  response.writeHead(rejection.status, {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Affiliate-Schema-Version': '1',
    ...rejection.headers,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': bytes.length,
    // The rest of a body that nobody wants cannot be told from the next request.
    ...(rejection.code === 'body_too_large' && { Connection: 'close' }),
  })
  response.end(bytes)
}
