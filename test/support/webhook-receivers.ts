import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { webhookTopics } from '@affiliate-platform/contract'
import { type Database, newId } from '@affiliate-platform/platform/database'
import { addEndpoint } from '@affiliate-platform/platform/outbox'
import { Webhook } from 'standardwebhooks'
import { insertRows } from './payout-builders.ts'

/** The key under which tests keep the secrets of their endpoints. */
export const secretKey = randomBytes(32)

/** What a receiver does with the delivery of a number. */
export type Respond = (response: ServerResponse, count: number) => void

/** A server that others are told by. */
export interface Receiver {
  readonly url: string
  /** What came, by its id: each text that it had, and when it came. */
  readonly got: Map<string, { readonly bodies: Set<string>; readonly atMs: number[] }>
  /** Deliveries so far. */
  count(): number
  /** What the signatures have to be by; without it they are not looked at. */
  secret: string | undefined
  close(): void
}

/** Starts a receiver, which rejects what is not signed by its secret. */
export async function startReceiver(respond: Respond = (response) => response.end()): Promise<Receiver> {
  const got: Receiver['got'] = new Map()
  let count = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const headers = request.headers as Record<string, string>
    try {
      if (receiver.secret !== undefined) new Webhook(receiver.secret).verify(body, headers)
    } catch {
      response.writeHead(401).end()
      return
    }
    const id = headers['webhook-id'] ?? ''
    const known = got.get(id) ?? { bodies: new Set(), atMs: [] }
    known.bodies.add(body)
    known.atMs.push(performance.now())
    got.set(id, known)
    count += 1
    respond(response, count)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const receiver: Receiver = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    got,
    count: () => count,
    secret: undefined,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

/** Adds an endpoint at an address to a workspace, and returns its id and secret. */
export async function addReceiver(
  database: Database,
  workspaceId: string,
  url: string,
): Promise<{ readonly id: string; readonly secret: string }> {
  const added = await addEndpoint(database, {
    ...{ workspaceId, appId: undefined, url, topics: webhookTopics, secretKey },
  })
  if (added === undefined) throw new Error('The workspace has too many endpoints.')
  return added
}

/** Writes messages to an endpoint as a fact does, and returns their ids. */
export async function insertMessages(
  database: Database,
  { workspaceId, endpointId }: { readonly workspaceId: string; readonly endpointId: string },
  count: number,
): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => newId())
  const now = new Date()
  const rows = ids.map((id) => ({
    ...{ workspace_id: workspaceId, id, endpoint_id: endpointId, topic: 'referral.created', data: { id } },
    ...{ created_at: now, queued_at: now, next_attempt_at: now, attempts: 0 },
  }))
  await insertRows(database, 'outbox_messages', rows)
  return ids
}
