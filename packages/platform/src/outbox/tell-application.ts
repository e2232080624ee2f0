import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { roleInForce } from '../people/accounts.ts'

/** Which application. */
interface ApplicationKey {
  readonly workspaceId: string
  readonly applicationId: string
}

const insertStatement: Statement = {
  name: 'mail_insert_for_applicant',
  text: `
    insert into outbox_mails (workspace_id, id, recipient_id, application_id, kind, data)
    values ($1, $2, $3, $3, $4, jsonb_build_object('applicationId', $3::uuid))`,
}

// Those who may decide.
const insertForOperatorsStatement: Statement = {
  name: 'mail_insert_of_application',
  text: `
    insert into outbox_mails (workspace_id, id, recipient_id, account_id, kind, data)
    select $1, $2, account.id, account.id, 'application_filed', jsonb_build_object('applicationId', $3::uuid)
    from accounts account
    where account.workspace_id = $1 and ${roleInForce} in ('owner', 'finance')`,
}

/** Has an applicant sent a mail, at the address that they have typed. */
export async function tellApplicant(
  tx: Queryable,
  { workspaceId, applicationId }: ApplicationKey,
  kind: 'application_received' | 'application_declined',
): Promise<void> {
  await tx.query(insertStatement, [workspaceId, newId(), applicationId, kind])
}

/** Has whoever may decide sent a mail. */
export async function tellOfApplication(
  tx: Queryable,
  { workspaceId, applicationId }: ApplicationKey,
): Promise<void> {
  await tx.query(insertForOperatorsStatement, [workspaceId, newId(), applicationId])
}
