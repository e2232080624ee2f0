import type { Queryable, Statement } from '../database/statements/database.ts'
import { roleInForceIn } from '../people/accounts.ts'

// Under the key's own id, so that each owner is told once. Whoever has made a successor or a key for some days knows.
const tellStatement: Statement = {
  name: 'mail_tell_expiring_keys',
  text: `
    insert into outbox_mails (workspace_id, id, recipient_id, account_id, kind, data)
    select key.workspace_id, key.id, account.id, account.id, 'key_expires', jsonb_build_object('keyId', key.id)
    from api_keys key
    join accounts account on account.workspace_id = key.workspace_id
    where key.expires_at > now() and key.expires_at <= now() + interval '7 days' and key.revoked_at is null
      and key.created_at < key.expires_at - interval '14 days'
      and not exists (
        select from api_keys successor
        where successor.workspace_id = key.workspace_id and successor.lineage_id = key.lineage_id
          and successor.id > key.id and successor.revoked_at is null
      )
      and ${roleInForceIn('key.workspace_id')} = 'owner'
    on conflict do nothing`,
}

/** Has owners told of API keys that expire within a week, once. */
export async function tellExpiringKeys(database: Queryable): Promise<void> {
  await database.query(tellStatement, [])
}
