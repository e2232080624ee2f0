import type { Queryable, Statement } from '../database/statements/database.ts'
import type { EndpointKey } from './endpoint-secret.ts'

export interface OutboxMessage {
  readonly id: string
  readonly url: string
  readonly topic: string
  readonly data: unknown
  /** When the fact was recorded. */
  readonly createdAt: Date
  /** How often it was tried. */
  readonly attempts: number
}

const takeStatement: Statement = {
  name: 'outbox_take',
  text: `
    select message.id, endpoint.url, message.topic, message.data, message.created_at as "createdAt", message.attempts
    from outbox_messages message
    join webhook_endpoints endpoint on endpoint.workspace_id = $1 and endpoint.id = message.endpoint_id
    where message.workspace_id = $1 and message.endpoint_id = $2 and message.next_attempt_at <= now()
    order by message.next_attempt_at, message.id
    limit $3`,
}

const markDeliveredStatement: Statement = {
  name: 'outbox_mark_delivered',
  text: `
    update outbox_messages
    set attempts = attempts + 1, outcome = $4, next_attempt_at = null,
      delivered_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and endpoint_id = $2 and id = $3`,
}

const markFailedStatement: Statement = {
  name: 'outbox_mark_failed',
  text: `
    update outbox_messages
    set attempts = attempts + 1, outcome = $4,
      next_attempt_at = date_trunc('milliseconds', now() + make_interval(secs => $5))
    where workspace_id = $1 and endpoint_id = $2 and id = $3 and next_attempt_at is not null`,
}

const giveUpStatement: Statement = {
  name: 'outbox_give_up_old',
  text: `
    update outbox_messages set next_attempt_at = null
    where workspace_id = $1 and endpoint_id = $2 and next_attempt_at is not null
      and queued_at < now() - interval '3 days'`,
}

/** Reads the messages of an endpoint that are due, those that were due first. */
export async function takeMessages(
  database: Queryable,
  { workspaceId, endpointId }: EndpointKey,
  limit: number,
): Promise<readonly OutboxMessage[]> {
  return await database.query<OutboxMessage>(takeStatement, [workspaceId, endpointId, limit])
}

/** The text that is sent: the same however often. */
export function toBody({ topic, data, createdAt }: OutboxMessage): string {
  return JSON.stringify({ type: topic, timestamp: createdAt.toISOString(), data })
}

export interface AttemptEnd {
  readonly messageId: string
  readonly outcome: string
}

/** Records that a message was delivered. */
export async function markMessageDelivered(
  database: Queryable,
  { workspaceId, endpointId }: EndpointKey,
  { messageId, outcome }: AttemptEnd,
): Promise<void> {
  await database.query(markDeliveredStatement, [workspaceId, endpointId, messageId, outcome])
}

/** Records that a message was not delivered, and when it is tried again; after three days, it and what is as old is not. */
export async function markMessageFailed(
  database: Queryable,
  { workspaceId, endpointId }: EndpointKey,
  { messageId, outcome, pauseMs }: AttemptEnd & { readonly pauseMs: number },
): Promise<void> {
  const values = [workspaceId, endpointId, messageId, outcome, pauseMs / 1000]
  await database.query(markFailedStatement, values)
  await database.query(giveUpStatement, [workspaceId, endpointId])
}
