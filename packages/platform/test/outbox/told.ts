import { randomBytes } from 'node:crypto'
import { type WebhookTopic, webhookTopics } from '@affiliate-platform/contract'
import type { Database, Queryable } from '../../src/database.ts'
import { addEndpoint } from '../../src/outbox.ts'

/** The key under which tests keep the secrets of their endpoints. */
export const secretKey = randomBytes(32)

interface Wanted {
  readonly workspaceId: string
  readonly appId?: string
  readonly topics?: readonly WebhookTopic[]
  readonly url?: string
}

/** Adds an endpoint, and returns its id and its secret. */
export async function addTestEndpoint(
  database: Database,
  { workspaceId, appId, topics = webhookTopics, url = 'https://receiver.example/' }: Wanted,
): Promise<{ readonly id: string; readonly secret: string }> {
  const added = await addEndpoint(database, { workspaceId, appId, url, topics, secretKey })
  if (added === undefined) throw new Error('The workspace has too many endpoints.')
  return added
}

/** What an endpoint is told, in the order of its recording. */
export async function listTold(database: Queryable, endpointId: string) {
  const text = 'select topic, data from outbox_messages where endpoint_id = $1 order by created_at, id'
  return await database.query<{ readonly topic: string; readonly data: Record<string, unknown> }>(
    { name: 'test_list_told', text },
    [endpointId],
  )
}
