import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'

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

/** Has an applicant sent a mail, at the address that they have typed. */
export async function tellApplicant(
  tx: Queryable,
  { workspaceId, applicationId }: ApplicationKey,
  kind: 'application_received' | 'application_declined',
): Promise<void> {
  await tx.query(insertStatement, [workspaceId, newId(), applicationId, kind])
}
