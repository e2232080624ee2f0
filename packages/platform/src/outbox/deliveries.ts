import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import type { EndpointKey } from './endpoint-secret.ts'

/** How far a delivery is: it waits for an attempt, or there is none to come. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** A message to an endpoint, and what came of it. */
export interface ListedDelivery {
  /** Of the message: the same at each endpoint. */
  readonly id: string
  readonly endpointId: string
  readonly topic: string
  readonly state: (typeof deliveryStates)[number]
  readonly attempts: number
  /** What came of the last attempt; null before the first. */
  readonly outcome: string | null
  readonly createdAt: Date
  readonly nextAttemptAt: Date | null
  readonly deliveredAt: Date | null
}

/** Which deliveries: of one workspace, and only those to which everything applies that is given. */
export interface DeliveryFilter {
  readonly workspaceId: string
  readonly endpointId: string | undefined
  readonly state: ListedDelivery['state'] | undefined
}

export interface DeliveryPage {
  readonly after: Pick<ListedDelivery, 'id' | 'endpointId'> | undefined
  readonly limit: number
}

const state = `
      case when next_attempt_at is not null then 'waiting' when delivered_at is not null then 'delivered' else 'failed' end`

// At an endpoint that is disabled, nothing is tried at any time.
const columns = `
    select message.id, endpoint.id as "endpointId", message.topic, ${state} as state, message.attempts, message.outcome,
      message.created_at as "createdAt",
      case when endpoint.disabled_at is null then message.next_attempt_at end as "nextAttemptAt",
      message.delivered_at as "deliveredAt"`

const conditions = {
  any: 'true',
  waiting: 'next_attempt_at is not null',
  delivered: 'next_attempt_at is null and delivered_at is not null',
  failed: 'next_attempt_at is null and delivered_at is null',
}

// Along an index of each endpoint, however many messages there are.
const toListStatement = (name: keyof typeof conditions): Statement => ({
  name: `outbox_list_${name}`,
  text: `
    ${columns}
    from webhook_endpoints endpoint
    cross join lateral (
      select * from outbox_messages
      where workspace_id = $1 and endpoint_id = endpoint.id and ${conditions[name]}
        and ($3::uuid is null or id <= $3 and (id, endpoint_id) < ($3, $4::uuid))
      order by id desc
      limit $5
    ) message
    where endpoint.workspace_id = $1 and ($2::uuid is null or endpoint.id = $2)
      and (endpoint.removed_at is null or endpoint.removed_at > now() - interval '31 days')
    order by message.id desc, endpoint.id desc
    limit $5`,
})

const listStatements = {
  any: toListStatement('any'),
  waiting: toListStatement('waiting'),
  delivered: toListStatement('delivered'),
  failed: toListStatement('failed'),
}

const findStatement: Statement = {
  name: 'outbox_find',
  text: `
    ${columns}
    from outbox_messages message
    join webhook_endpoints endpoint on endpoint.workspace_id = $1 and endpoint.id = message.endpoint_id
    where message.workspace_id = $1 and message.endpoint_id = $2 and message.id = $3`,
}

const insertTestStatement: Statement = {
  name: 'outbox_insert_test',
  text: `
    insert into outbox_messages as made (workspace_id, id, endpoint_id, topic, data)
    select $1, $3, id, 'webhook.test', '{}'
    from webhook_endpoints
    where workspace_id = $1 and id = $2 and removed_at is null and disabled_at is null
    returning id`,
}

// It is tried for another three days, at once and however its endpoint has fared.
const repeatStatement: Statement = {
  name: 'outbox_repeat',
  text: `
    update outbox_messages message
    set queued_at = date_trunc('milliseconds', now()), next_attempt_at = date_trunc('milliseconds', now()),
      delivered_at = null
    from webhook_endpoints endpoint
    where message.workspace_id = $1 and endpoint.workspace_id = $1 and endpoint.id = message.endpoint_id
      and endpoint.removed_at is null and endpoint.disabled_at is null
      and ($2::uuid is null or message.id = $2) and ($3::uuid is null or message.endpoint_id = $3)
      and ($2::uuid is not null or message.next_attempt_at is null and message.delivered_at is null)
    returning message.endpoint_id as "endpointId"`,
}

const dueStatement: Statement = {
  name: 'webhook_let_be_due',
  text: `
    update webhook_queues set next_attempt_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and endpoint_id = any ($2)`,
}

/** Lists deliveries, the newest first. */
export async function listDeliveries(
  database: Queryable,
  { workspaceId, endpointId, state }: DeliveryFilter,
  { after, limit }: DeliveryPage,
): Promise<readonly ListedDelivery[]> {
  const values = [endpointId, after?.id, after?.endpointId].map((value) => value ?? null)
  return await database.query<ListedDelivery>(listStatements[state ?? 'any'], [workspaceId, ...values, limit])
}

/** Finds the delivery of a message to an endpoint. */
export async function findDelivery(
  database: Queryable,
  { workspaceId, endpointId }: EndpointKey,
  messageId: string,
): Promise<ListedDelivery | undefined> {
  const [found] = await database.query<ListedDelivery>(findStatement, [workspaceId, endpointId, messageId])
  return found
}

/** Has an endpoint told that this is a test; the id of the message, unless there is no such endpoint or it is disabled. */
export async function tellTest(
  database: Queryable,
  { workspaceId, endpointId }: EndpointKey,
): Promise<string | undefined> {
  const values = [workspaceId, endpointId, newId()]
  const [inserted] = await database.query<{ readonly id: string }>(insertTestStatement, values)
  await database.query(dueStatement, [workspaceId, [endpointId]])
  return inserted?.id
}

/** What is to be delivered once more: a message, at one endpoint or at all that it went to; or all that failed at one. */
export type Repetition =
  | { readonly messageId: string; readonly endpointId: string | undefined }
  | { readonly messageId: undefined; readonly endpointId: string }

/** Has messages delivered once more, with their id and their text, where endpoints are not disabled; how many that are. */
export async function repeatDeliveries(
  database: Queryable,
  workspaceId: string,
  { messageId, endpointId }: Repetition,
): Promise<number> {
  const repeated = await database.query<{ readonly endpointId: string }>(repeatStatement, [
    ...[workspaceId, messageId ?? null, endpointId ?? null],
  ])
  const ids = [...new Set(repeated.map((each) => each.endpointId))]
  await database.query(dueStatement, [workspaceId, ids])
  return repeated.length
}
