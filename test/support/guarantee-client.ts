import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buildRules, termsPath } from './terms.ts'

/** A response that arrived whole. */
export interface ClientResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A request in short: `json` is sent as a JSON body. */
export interface ClientRequest {
  readonly method?: string
  readonly path: string
  readonly key: string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A client of one service process. */
export interface Client {
  /** Sends a request; rejects when no whole response comes. */
  send(request: ClientRequest): Promise<ClientResponse>
  close(): void
}

/** Longer than the service may take for anything, shorter than a hang. */
const timeoutMs = 30_000

/** Creates a client that keeps up to so many connections open. */
export function createClient(port: number, connectionsMax: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax })
  return {
    send: ({ method = 'GET', path, key, json, headers }) =>
      new Promise((resolve, reject) => {
        const body = json === undefined ? '' : JSON.stringify(json)
        const outgoing = request({
          ...{ agent, port, method, path, host: '127.0.0.1' },
          headers: {
            Authorization: `Bearer ${key}`,
            ...(json !== undefined && {
              'Content-Type': 'application/json',
              'Content-Length': Buffer.byteLength(body),
            }),
            ...headers,
          },
          signal: AbortSignal.timeout(timeoutMs),
        })
        outgoing.once('error', reject).once('response', (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk
          })
          response.once('error', reject).once('end', () => {
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
          })
        })
        outgoing.end(body)
      }),
    close: () => agent.destroy(),
  }
}

/** A terms write under an idempotency key. */
export function termsWrite(write: {
  readonly key: string
  readonly membershipId: string
  readonly idempotencyKey: string
  readonly rateBps?: number
}): ClientRequest {
  const { key, membershipId, idempotencyKey, rateBps = 2500 } = write
  return {
    method: 'PATCH',
    path: termsPath(membershipId),
    key,
    json: { rules: buildRules({ rateBps }) },
    headers: { 'Idempotency-Key': idempotencyKey },
  }
}
