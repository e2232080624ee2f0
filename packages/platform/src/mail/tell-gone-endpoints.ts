import type { Queryable, Statement } from '../database/statements/database.ts'
import { roleInForceIn } from '../people/accounts.ts'

// Under an id of the day and hour of it, so that each owner is told once of each time.
const tellStatement: Statement = {
  name: 'mail_tell_gone_endpoints',
  text: `
    insert into outbox_mails (workspace_id, id, recipient_id, account_id, kind, data)
    select endpoint.workspace_id, md5(endpoint.id || ' gone ' || endpoint.disabled_at at time zone 'UTC')::uuid,
      account.id, account.id, 'endpoint_disabled', jsonb_build_object('endpointId', endpoint.id)
    from webhook_endpoints endpoint
    join accounts account on account.workspace_id = endpoint.workspace_id
    where endpoint.disabled_because = 'gone' and endpoint.disabled_at > now() - interval '7 days'
      and endpoint.removed_at is null and ${roleInForceIn('endpoint.workspace_id')} = 'owner'
    on conflict do nothing`,
}

/** Has owners told of endpoints whose receivers have said that they are gone. */
export async function tellGoneEndpoints(database: Queryable): Promise<void> {
  await database.query(tellStatement, [])
}
