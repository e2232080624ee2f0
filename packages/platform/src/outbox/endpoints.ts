import type { WebhookTopic } from '@affiliate-platform/contract'
import type { IdempotencyClaim } from '@affiliate-platform/contract/server'
import type { Database, Queryable, Statement, Transaction } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import { newId } from '../database/statements/new-id.ts'
import { type MadeBefore, makeOnce } from '../idempotency/make-once.ts'
import { addSecret, type EndpointKey, type SecretPlace } from './endpoint-secret.ts'

/** So many endpoints a workspace has at most: each is asked by itself. */
export const endpointsMax = 20

/** Where somebody is told of what happens. */
export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly topics: readonly WebhookTopic[]
  /** Null: of all apps of the workspace. */
  readonly appId: string | null
  /** Since when its oldest message waits; null where none does. */
  readonly waitingSince: Date | null
  /** How many attempts have failed since the last that did not. */
  readonly failures: number
  /** Until when deliveries are also signed with the secret before; null where no rotation lasts. */
  readonly overlapEndsAt: Date | null
  readonly createdAt: Date
  /** Since when what it is told waits; null where it is delivered. */
  readonly disabledAt: Date | null
  /** Its receiver has said that it is gone, or a person has disabled it. */
  readonly disabledBecause: 'gone' | 'by_hand' | null
}

export interface NewEndpoint {
  readonly workspaceId: string
  readonly appId: string | undefined
  readonly url: string
  readonly topics: readonly WebhookTopic[]
  /** Under which its secret is encrypted, 32 bytes. */
  readonly secretKey: Uint8Array
}

// Along an index of waiting messages: how many there are is not counted.
const columns = `
    select endpoint.id, endpoint.url, endpoint.topics, endpoint.app_id as "appId", endpoint.created_at as "createdAt",
      endpoint.disabled_at as "disabledAt", endpoint.disabled_because as "disabledBecause", queue.failures, (
        select message.queued_at from outbox_messages message
        where message.workspace_id = $1 and message.endpoint_id = endpoint.id and message.next_attempt_at is not null
        order by message.next_attempt_at
        limit 1
      ) as "waitingSince", (
        select max(expires_at) from webhook_secrets secret
        where secret.workspace_id = $1 and secret.endpoint_id = endpoint.id and secret.expires_at > now()
      ) as "overlapEndsAt"
    from webhook_endpoints endpoint
    join webhook_queues queue on queue.workspace_id = $1 and queue.endpoint_id = endpoint.id`

const listStatement: Statement = {
  name: 'webhook_list_endpoints',
  text: `
    ${columns}
    where endpoint.workspace_id = $1 and endpoint.removed_at is null and ($2::uuid is null or endpoint.id > $2)
    order by endpoint.id
    limit $3`,
}

const findStatement: Statement = {
  name: 'webhook_find_endpoint',
  text: `
    ${columns}
    where endpoint.workspace_id = $1 and endpoint.id = $2 and endpoint.removed_at is null`,
}

const insertStatement: Statement = {
  name: 'webhook_insert_endpoint',
  text: `
    insert into webhook_endpoints (workspace_id, id, app_id, url, topics)
    select $1, $2, $3, $4, $5
    where (select count(*) from webhook_endpoints where workspace_id = $1 and removed_at is null) < $6
    returning 1`,
}

const insertQueueStatement: Statement = {
  name: 'webhook_insert_queue',
  text: 'insert into webhook_queues (workspace_id, endpoint_id) values ($1, $2)',
}

const removeStatement: Statement = {
  name: 'webhook_remove_endpoint',
  text: `
    update webhook_endpoints set removed_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and id = $2 and removed_at is null
    returning 1`,
}

const giveUpStatement: Statement = {
  name: 'outbox_give_up_removed',
  text: `
    update outbox_messages set next_attempt_at = null, outcome = 'the endpoint was removed'
    where workspace_id = $1 and endpoint_id = $2 and next_attempt_at is not null`,
}

/** Lists the endpoints of a workspace, the oldest first. */
export async function listEndpoints(
  database: Queryable,
  workspaceId: string,
  { after, limit }: ListPage,
): Promise<readonly WebhookEndpoint[]> {
  return await database.query<WebhookEndpoint>(listStatement, [workspaceId, after ?? null, limit])
}

/** Finds an endpoint that was not removed. */
export async function findEndpoint(
  database: Queryable,
  { workspaceId, endpointId }: EndpointKey,
): Promise<WebhookEndpoint | undefined> {
  const [found] = await database.query<WebhookEndpoint>(findStatement, [workspaceId, endpointId])
  return found
}

/** An endpoint that was added, and its secret, which is told nowhere else. */
export interface AddedEndpoint {
  readonly id: string
  readonly secret: string
}

/**
 * Adds an endpoint. It is told of what is recorded from now on.
 *
 * @returns `undefined` where the workspace has 20 already
 */
export async function addEndpoint(database: Database, plan: NewEndpoint): Promise<AddedEndpoint | undefined> {
  return await database.transaction((tx) => insertEndpoint(tx, plan))
}

/** The same, once for a claim; `undefined` also where the workspace has no such app. */
export async function addEndpointOnce(
  database: Database,
  plan: NewEndpoint,
  claim: IdempotencyClaim,
): Promise<AddedEndpoint | MadeBefore | undefined> {
  return await makeOnce(database, claim, (tx) => insertEndpoint(tx, plan))
}

async function insertEndpoint(
  tx: Transaction,
  { workspaceId, appId, url, topics, secretKey }: NewEndpoint,
): Promise<AddedEndpoint | undefined> {
  const id = newId()
  const values = [workspaceId, id, appId ?? null, url, topics, endpointsMax]
  const [inserted] = await tx.query(insertStatement, values)
  if (inserted === undefined) return undefined
  await tx.query(insertQueueStatement, [workspaceId, id])
  const place: SecretPlace = { workspaceId, endpointId: id, secretKey }
  return { id, secret: await addSecret(tx, place) }
}

/** Removes an endpoint: it is told nothing more, not even what waits. */
export async function removeEndpoint(
  database: Database,
  { workspaceId, endpointId }: EndpointKey,
): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const [removed] = await tx.query(removeStatement, [workspaceId, endpointId])
    if (removed === undefined) return false
    await tx.query(giveUpStatement, [workspaceId, endpointId])
    return true
  })
}
