import type { Statement, Transaction } from '../database/statements/database.ts'
import { selectActingFor } from '../people/membership-people.ts'

// Who took over a mailbox or a session is not the only one to read of it: the address that money went to is told as well.
const insertStatement: Statement = {
  name: 'mail_insert_for_payee',
  text: `
    with changed as (
      select payee.membership_id as member_id, former.email, jsonb_build_object(
        'membershipId', payee.membership_id, 'payeeId', payee.id, 'formerPayeeId', former.id
      ) as data
      from payees payee
      cross join lateral (
        select id, email from payees former
        where former.workspace_id = $1 and former.membership_id = payee.membership_id
          and (former.effective_from, former.id) < (payee.effective_from, payee.id)
        order by effective_from desc, id desc
        limit 1
      ) former
      where payee.workspace_id = $1 and payee.id = $2 and payee.effective_from <= now()
        and not exists (
          select from payees later
          where later.workspace_id = $1 and later.membership_id = payee.membership_id and later.effective_from <= now()
            and (later.effective_from, later.id) > (payee.effective_from, payee.id)
        )
    ), people as (
      select person."accountId", account.email
      from changed
      cross join lateral (${selectActingFor('changed.member_id')}) person
      join accounts account on account.workspace_id = $1 and account.id = person."accountId"
    )
    insert into outbox_mails (workspace_id, id, recipient_id, account_id, membership_id, kind, data)
    select $1, $2::uuid, people."accountId", people."accountId", null, 'payee_changed', changed.data
    from changed cross join people
    union all
    select $1, $2, member_id, null, member_id, 'payee_changed', data
    from changed
    where email is not null and not exists (select from people where people.email = lower(changed.email))`,
}

/** Has those sent a mail whom another payee of a member concerns: who acts for the member, and the address of the one before. */
export function tellPayeeByMail(
  tx: Transaction,
  { workspaceId, payeeId }: { readonly workspaceId: string; readonly payeeId: string },
): void {
  tx.write(insertStatement, [workspaceId, payeeId])
}
