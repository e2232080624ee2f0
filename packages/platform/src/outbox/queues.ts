import type { Queryable, Statement } from '../database/statements/database.ts'
import type { EndpointKey } from './endpoint-secret.ts'

/** An endpoint to which something is to be delivered. */
export interface DueQueue extends EndpointKey {
  /** How many attempts have failed since the last that did not. */
  readonly failures: number
}

// Longer than a batch can take.
const leaseSeconds = 90

// One look into the index of waiting messages for each endpoint, however many of them wait.
const listStatement: Statement = {
  name: 'outbox_list_due',
  text: `
    select queue.workspace_id as "workspaceId", queue.endpoint_id as "endpointId", queue.failures
    from webhook_queues queue
    join webhook_endpoints endpoint
      on endpoint.workspace_id = queue.workspace_id and endpoint.id = queue.endpoint_id and endpoint.disabled_at is null
    cross join lateral (
      select from outbox_messages message
      where message.workspace_id = queue.workspace_id and message.endpoint_id = queue.endpoint_id
        and message.next_attempt_at <= now()
      limit 1
    ) due
    where queue.next_attempt_at <= now() and (queue.held_until is null or queue.held_until <= now())
    order by queue.failures, queue.next_attempt_at
    limit $1`,
}

const claimStatement: Statement = {
  name: 'outbox_claim',
  text: `
    update webhook_queues
    set holder = $3, held_until = now() + make_interval(secs => $4)
    where workspace_id = $1 and endpoint_id = $2 and next_attempt_at <= now()
      and (held_until is null or held_until <= now())
      and exists (select from webhook_endpoints where workspace_id = $1 and id = $2 and disabled_at is null)
    returning failures`,
}

const releaseStatement: Statement = {
  name: 'outbox_release',
  text: `
    update webhook_queues
    set holder = null, held_until = null, failures = $4,
      next_attempt_at = date_trunc('milliseconds', now() + make_interval(secs => $5))
    where workspace_id = $1 and endpoint_id = $2 and holder = $3`,
}

/** Lists the endpoints of all workspaces that are due and that no process delivers to, those that do not fail first. */
export async function listDueQueues(database: Queryable, limit: number): Promise<readonly DueQueue[]> {
  return await database.query<DueQueue>(listStatement, [limit])
}

/**
 * Takes an endpoint for this process alone. The lease of a process that is killed ends after a minute and a half.
 *
 * @returns how often it has failed; `undefined` where another process was faster, or it is disabled
 */
export async function claimQueue(
  database: Queryable,
  { workspaceId, endpointId }: EndpointKey,
  holder: string,
): Promise<number | undefined> {
  const values = [workspaceId, endpointId, holder, leaseSeconds]
  const [claimed] = await database.query<{ readonly failures: number }>(claimStatement, values)
  return claimed?.failures
}

/** How an endpoint is left. */
interface QueueEnd {
  readonly holder: string
  readonly failures: number
  /** How long it is left alone. */
  readonly pauseMs: number
}

/** Leaves an endpoint to whoever comes next. */
export async function releaseQueue(
  database: Queryable,
  { workspaceId, endpointId }: EndpointKey,
  { holder, failures, pauseMs }: QueueEnd,
): Promise<void> {
  await database.query(releaseStatement, [workspaceId, endpointId, holder, failures, pauseMs / 1000])
}
