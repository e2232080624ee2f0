import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import type { AccountKey } from '../people/accounts.ts'

/** What a mail is about. */
export type MailKind = 'invitation' | 'sign_in'

/** A mail that is to be sent. */
export interface DueMail {
  readonly workspaceId: string
  readonly id: string
}

/** A mail that this process alone sends. */
export interface ClaimedMail extends AccountKey {
  readonly id: string
  readonly kind: MailKind
  readonly attempts: number
  readonly email: string
  readonly name: string
  readonly workspaceName: string
}

const leaseSeconds = 90

const insertStatement: Statement = {
  name: 'mail_insert',
  text: 'insert into outbox_mails (workspace_id, id, account_id, kind) values ($1, $2, $3, $4)',
}

const listStatement: Statement = {
  name: 'mail_list_due',
  text: `
    select workspace_id as "workspaceId", id
    from outbox_mails
    where next_attempt_at <= now() and (held_until is null or held_until <= clock_timestamp())
    order by next_attempt_at
    limit 50`,
}

const claimStatement: Statement = {
  name: 'mail_claim',
  text: `
    update outbox_mails mail set held_until = clock_timestamp() + make_interval(secs => $3)
    from accounts account, workspaces workspace
    where mail.workspace_id = $1 and mail.id = $2 and mail.next_attempt_at <= now()
      and (mail.held_until is null or mail.held_until <= clock_timestamp())
      and account.workspace_id = $1 and account.id = mail.account_id and workspace.workspace_id = $1
    returning mail.workspace_id as "workspaceId", mail.id, mail.account_id as "accountId", mail.kind, mail.attempts,
      account.email, account.name, workspace.name as "workspaceName"`,
}

const markSentStatement: Statement = {
  name: 'mail_mark_sent',
  text: `
    update outbox_mails
    set attempts = attempts + 1, outcome = $3, next_attempt_at = null, held_until = null,
      sent_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and id = $2`,
}

const markFailedStatement: Statement = {
  name: 'mail_mark_failed',
  text: `
    update outbox_mails
    set attempts = attempts + 1, outcome = $3, held_until = null,
      next_attempt_at = date_trunc('milliseconds', now() + make_interval(secs => $4))
    where workspace_id = $1 and id = $2`,
}

const giveUpStatement: Statement = {
  name: 'mail_give_up',
  text: `
    update outbox_mails
    set attempts = attempts + 1, outcome = $3, held_until = null, next_attempt_at = null
    where workspace_id = $1 and id = $2`,
}

/** Has a person sent a mail, once the transaction is committed. */
export async function tellByMail(
  tx: Queryable,
  { workspaceId, accountId }: AccountKey,
  kind: MailKind,
): Promise<string> {
  const id = newId()
  await tx.query(insertStatement, [workspaceId, id, accountId, kind])
  return id
}

/** Lists the mails of all workspaces that are due and that no process sends, those that were due first. */
export async function listDueMails(database: Queryable): Promise<readonly DueMail[]> {
  return await database.query<DueMail>(listStatement, [])
}

/** Takes a mail for this process alone; `undefined` where another one was faster. */
export async function claimMail(
  database: Queryable,
  { workspaceId, id }: DueMail,
): Promise<ClaimedMail | undefined> {
  const [mail] = await database.query<ClaimedMail>(claimStatement, [workspaceId, id, leaseSeconds])
  return mail
}

/** Records what came of an attempt: it was sent, is tried again after a pause, or is given up. */
export async function markMail(
  database: Queryable,
  { workspaceId, id }: DueMail,
  {
    outcome,
    next,
  }: { readonly outcome: string; readonly next: 'sent' | 'given_up' | { readonly pauseMs: number } },
): Promise<void> {
  const values = [workspaceId, id, outcome]
  if (next === 'sent') await database.query(markSentStatement, values)
  else if (next === 'given_up') await database.query(giveUpStatement, values)
  else await database.query(markFailedStatement, [...values, next.pauseMs / 1000])
}
