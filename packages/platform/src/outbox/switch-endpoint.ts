import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import type { EndpointKey } from './endpoint-secret.ts'
import type { WebhookEndpoint } from './endpoints.ts'

const disableStatement: Statement = {
  name: 'webhook_disable_endpoint',
  text: `
    update webhook_endpoints set disabled_at = date_trunc('milliseconds', now()), disabled_because = $3
    where workspace_id = $1 and id = $2 and disabled_at is null and removed_at is null
    returning 1`,
}

const enableStatement: Statement = {
  name: 'webhook_enable_endpoint',
  text: `
    update webhook_endpoints set disabled_at = null, disabled_because = null
    where workspace_id = $1 and id = $2 and disabled_at is not null and removed_at is null
    returning 1`,
}

const beginAnewStatement: Statement = {
  name: 'webhook_begin_anew',
  text: `
    update webhook_queues set failures = 0, next_attempt_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and endpoint_id = $2`,
}

// The time that it was disabled is none of the three days.
const queueAnewStatement: Statement = {
  name: 'outbox_queue_anew',
  text: `
    update outbox_messages
    set queued_at = date_trunc('milliseconds', now()), next_attempt_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and endpoint_id = $2 and next_attempt_at is not null`,
}

/**
 * Disables an endpoint: what it is told waits. Owners are told by mail where its receiver is gone (`startNotices`).
 *
 * @returns whether it was enabled before
 */
export async function disableEndpoint(
  database: Queryable,
  { workspaceId, endpointId }: EndpointKey,
  because: NonNullable<WebhookEndpoint['disabledBecause']>,
): Promise<boolean> {
  return (await database.query(disableStatement, [workspaceId, endpointId, because])).length === 1
}

/**
 * Enables an endpoint: it is told what waits, and tried for three days from now on.
 *
 * @returns whether it was disabled before
 */
export async function enableEndpoint(
  database: Database,
  { workspaceId, endpointId }: EndpointKey,
): Promise<boolean> {
  const key = [workspaceId, endpointId]
  return await database.transaction(async (tx) => {
    const [enabled] = await tx.query(enableStatement, key)
    if (enabled === undefined) return false
    await tx.query(beginAnewStatement, key)
    await tx.query(queueAnewStatement, key)
    return true
  })
}
