import type { Queryable, Statement } from '../database/statements/database.ts'
import { roleInForceIn } from '../people/accounts.ts'

// From eight in the morning where the workspace is, under an id of the day, so that each person is told once.
const tellStatement: Statement = {
  name: 'mail_tell_digests',
  text: `
    insert into outbox_mails (workspace_id, id, recipient_id, account_id, kind)
    select workspace.workspace_id, md5(workspace.workspace_id || ' digest ' || workspace.time::date)::uuid,
      account.id, account.id, 'digest'
    from (select workspace_id, coalesce($1, now()) at time zone time_zone as time from workspaces) workspace
    join accounts account on account.workspace_id = workspace.workspace_id
    where extract(hour from workspace.time) between 8 and 11
      and ${roleInForceIn('workspace.workspace_id')} in ('owner', 'finance', 'support')
      and not exists (
        select from mail_choices
        where mail_choices.workspace_id = workspace.workspace_id and recipient_id = account.id
          and kind = 'digest' and not is_wanted
      )
    on conflict do nothing`,
}

/** Has operators told once a day what needs a person. Readers, who can do nothing about it, are not. */
export async function tellDigests(database: Queryable, now?: Date): Promise<void> {
  await database.query(tellStatement, [now ?? null])
}
