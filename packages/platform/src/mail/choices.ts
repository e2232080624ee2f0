import type { OptionalMailKind } from '@affiliate-platform/contract/console'
import type { Queryable, Statement } from '../database/statements/database.ts'

/** Names a choice: `recipientId` is an account, or the membership of a member who has no account. */
export interface MailChoiceKey {
  readonly workspaceId: string
  readonly recipientId: string
  readonly kind: OptionalMailKind
}

const saveStatement: Statement = {
  name: 'mail_save_choice',
  text: `
    insert into mail_choices (workspace_id, recipient_id, kind, is_wanted) values ($1, $2, $3, $4)
    on conflict (workspace_id, recipient_id, kind) do update
    set is_wanted = excluded.is_wanted, changed_at = excluded.changed_at
    where mail_choices.is_wanted <> excluded.is_wanted`,
}

const listStatement: Statement = {
  name: 'mail_list_unwanted',
  text: 'select kind from mail_choices where workspace_id = $1 and recipient_id = $2 and not is_wanted',
}

/** Records whether a recipient wants mail of a kind: also none of what waits already. */
export async function saveMailChoice(
  database: Queryable,
  { workspaceId, recipientId, kind }: MailChoiceKey,
  isWanted: boolean,
): Promise<void> {
  await database.query(saveStatement, [workspaceId, recipientId, kind, isWanted])
}

/** Lists the kinds of mail that a recipient does without. */
export async function listUnwantedMail(
  database: Queryable,
  { workspaceId, recipientId }: Pick<MailChoiceKey, 'workspaceId' | 'recipientId'>,
): Promise<readonly OptionalMailKind[]> {
  const rows = await database.query<Pick<MailChoiceKey, 'kind'>>(listStatement, [workspaceId, recipientId])
  return rows.map(({ kind }) => kind)
}
