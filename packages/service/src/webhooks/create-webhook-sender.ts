import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { SendWebhook, WebhookAttempt, WebhookDelivery } from '@affiliate-platform/platform/outbox'
import { Webhook } from 'standardwebhooks'
import {
  checkReached,
  createGuardedLookup,
  type Reach,
  type ResolveHost,
  resolveByName,
  UnreachableAddressError,
} from './reachable-address.ts'

/** How webhooks are sent. */
export interface WebhookSenderOptions {
  readonly reach: Reach
  /** Default: the name servers of the system. */
  readonly resolve?: ResolveHost
}

const timeoutMs = 10_000

/**
 * Sends webhooks as the Standard Webhooks say, to addresses within reach. It follows no redirect, waits 10 s at most, and
 * reads of a response its status and its `Retry-After` alone.
 */
export function createWebhookSender({ reach, resolve = resolveByName }: WebhookSenderOptions): SendWebhook {
  const lookup = createGuardedLookup(reach, resolve)
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  }
  return async (delivery, stopping) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const url = new URL(delivery.url)
      // A connection looks up no address that is written as one.
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) > 0) checkReached(host, reach)
      const agent = url.protocol === 'http:' ? agents['http:'] : agents['https:']
      const signal = AbortSignal.any([timeout, stopping])
      return toAttempt(await request(url, delivery, { agent, lookup, signal }))
    } catch (error) {
      const outcome = timeout.aborted ? `no response within ${timeoutMs / 1000} s` : describe(error)
      return { result: 'failed', outcome, retryAfterMs: 0 }
    }
  }
}

interface Connection {
  readonly agent: http.Agent
  readonly lookup: LookupFunction
  readonly signal: AbortSignal
}

function request(url: URL, delivery: WebhookDelivery, connection: Connection): Promise<http.IncomingMessage> {
  const { request: send } = url.protocol === 'http:' ? http : https
  return new Promise((resolve, reject) => {
    send(url, { method: 'POST', headers: toHeaders(delivery), ...connection }, (response) => {
      resolve(response)
      discard(response)
    })
      .on('error', reject)
      .end(delivery.body)
  })
}

const responseBytesMax = 16_384

/** Reads a short response to its end, so that the connection can be used again, and breaks off any other. */
function discard(response: http.IncomingMessage): void {
  let bytes = 0
  response.on('data', (chunk: Uint8Array) => {
    bytes += chunk.byteLength
    if (bytes > responseBytesMax) response.destroy()
  })
  // What becomes of it changes nothing.
  response.on('error', () => undefined)
}

function toHeaders({ id, body, secrets }: WebhookDelivery): http.OutgoingHttpHeaders {
  const now = new Date()
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body))
  return {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'User-Agent': 'affiliate-platform-webhooks/1',
    'Webhook-Id': id,
    'Webhook-Timestamp': Math.floor(now.getTime() / 1000),
    'Webhook-Signature': signatures.join(' '),
  }
}

/** By which a receiver says that it wants no more, as the Standard Webhooks have it. */
const gone = 410

function toAttempt({ statusCode = 0, headers }: http.IncomingMessage): WebhookAttempt {
  const isDelivered = statusCode >= 200 && statusCode < 300
  const isRedirect = statusCode >= 300 && statusCode < 400
  return {
    result: isDelivered ? 'delivered' : statusCode === gone ? 'gone' : 'failed',
    outcome: `status ${statusCode}${isRedirect ? ', and redirects are not followed' : ''}`,
    retryAfterMs: isDelivered ? 0 : toRetryAfterMs(headers['retry-after']),
  }
}

function toRetryAfterMs(header = ''): number {
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Math.max(0, ms || 0)
}

/** Tells what failed by a code, never by a message of the system: it has the address in it. */
function describe(error: unknown): string {
  if (error instanceof UnreachableAddressError) return error.message
  const code: unknown = Reflect.get(Object(error), 'code')
  return `it could not be reached${typeof code === 'string' ? ` (${code})` : ''}`
}
