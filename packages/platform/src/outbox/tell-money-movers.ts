import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { roleInForce } from '../people/accounts.ts'

const insertStatement: Statement = {
  name: 'mail_insert_for_money_movers',
  text: `
    insert into outbox_mails (workspace_id, id, recipient_id, account_id, kind, data)
    select $1, $2, account.id, account.id, $3, jsonb_build_object($4::text, $5::uuid)
    from accounts account
    where account.workspace_id = $1 and ${roleInForce} in ('owner', 'finance')`,
}

/** Has whoever moves money told of an application, or that a member has left or was erased at their own wish. */
export async function tellMoneyMovers(
  tx: Queryable,
  workspaceId: string,
  subject: { readonly applicationId: string } | { readonly leftMembershipId: string },
): Promise<void> {
  const about =
    'applicationId' in subject
      ? ['application_filed', 'applicationId', subject.applicationId]
      : ['member_left', 'leftMembershipId', subject.leftMembershipId]
  await tx.query(insertStatement, [workspaceId, newId(), ...about])
}
