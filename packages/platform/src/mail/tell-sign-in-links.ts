import type { MailKind } from '@affiliate-platform/contract/console'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { AccountKey } from '../people/accounts.ts'
import { type Audience, mayEnter } from '../people/sign-in-links.ts'

const kinds = { operator: 'sign_in', member: 'member_sign_in' } as const satisfies Record<Audience, MailKind>

// Who asks names no workspace, and may be in several.
const listStatement: Statement = {
  name: 'account_list_by_email',
  text: `
    select workspace_id as "workspaceId", id as "accountId" from accounts
    where email = lower($1)
    order by workspace_id`,
}

// Under an id of the ten minutes, so that whoever asks again, or for somebody else, has one sent. Whoever has signed in
// since has used theirs, and gets another.
const toInsertStatement = (audience: Audience): Statement => ({
  name: `mail_insert_link_${audience}`,
  text: `
    insert into outbox_mails (workspace_id, id, recipient_id, account_id, kind)
    select $1, md5(concat_ws(' ', account.id, '${kinds[audience]}', floor(extract(epoch from coalesce($3, now())) / 600),
        extract(epoch from newest.created_at)))::uuid,
      account.id, account.id, '${kinds[audience]}'
    from accounts account cross join lateral (
      select max(created_at) as created_at from sessions
      where workspace_id = $1 and account_id = account.id and audience = '${audience}'
    ) newest
    where account.workspace_id = $1 and account.id = $2 and ${mayEnter[audience]}
    on conflict do nothing`,
})

/**
 * Has a link sent to whoever has an address and may sign in, by each workspace where they may, and at most once in ten
 * minutes. It tells nobody whether there is such a person.
 */
export async function tellSignInLinks(
  database: Queryable,
  { email, audience, now }: { readonly email: string; readonly audience: Audience; readonly now?: Date },
): Promise<void> {
  for (const { workspaceId, accountId } of await database.query<AccountKey>(listStatement, [email])) {
    await database.query(toInsertStatement(audience), [workspaceId, accountId, now ?? null])
  }
}
