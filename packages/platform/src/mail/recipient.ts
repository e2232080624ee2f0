import type { Role } from '@affiliate-platform/contract/console'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { roleInForce } from '../people/accounts.ts'
import { selectActingFor } from '../people/membership-people.ts'
import type { ClaimedMail } from './queue.ts'

/** Whom a mail goes to, as they are when it is sent. */
export interface MailRecipient {
  /** Null where none is known. */
  readonly email: string | null
  readonly name: string
  /** As an operator; null for none. */
  readonly role: Role | null
  readonly workspaceName: string
  readonly timeZone: string
  /** Whether they act for the member whom the mail is about, if it is about one. */
  readonly isMember: boolean
  /** Whether they have said that they do without such mail. */
  readonly isUnwanted: boolean
}

// A member without an account is told at the address that their money goes to, or went to. A change of an address is told at
// both, whichever is whose by now.
const findStatement: Statement = {
  name: 'mail_find_recipient',
  text: `
    select
      workspace.name as "workspaceName", workspace.time_zone as "timeZone", ${roleInForce} as role,
      coalesce(
        case when $3 = 'address_changing' then change.former_email else change.email end,
        account.email, payee.email, application.email
      ) as email,
      coalesce(account.name, member.member_name, application.name) as name,
      coalesce($2 in (${selectActingFor('$4')}), false) as "isMember",
      exists (
        select from mail_choices
        where workspace_id = $1 and recipient_id = $2 and kind = $3 and not is_wanted
      ) as "isUnwanted"
    from workspaces workspace
    left join accounts account on account.workspace_id = $1 and account.id = $2
    left join memberships member on member.workspace_id = $1 and member.id = $2
    left join applications application on application.workspace_id = $1 and application.id = $2
    left join address_changes change on change.workspace_id = $1 and change.id = $6
    left join lateral (
      select email from payees
      where workspace_id = $1 and membership_id = $2
        and case when $5::uuid is null then effective_from <= now() else id = $5 end
      order by effective_from desc, id desc
      limit 1
    ) payee on true
    where workspace.workspace_id = $1`,
}

/** Finds whom a mail goes to. */
export async function findRecipient(
  database: Queryable,
  { workspaceId, recipientId, kind, data }: ClaimedMail,
): Promise<MailRecipient> {
  const [found] = await database.query<MailRecipient>(findStatement, [
    ...[workspaceId, recipientId, kind],
    ...[data['membershipId'] ?? null, data['formerPayeeId'] ?? null, data['addressChangeId'] ?? null],
  ])
  if (found === undefined) throw new Error('A mail has a workspace.')
  return found
}
