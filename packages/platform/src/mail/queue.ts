import type { MailKind } from '@affiliate-platform/contract/console'
import type { Queryable, Statement } from '../database/statements/database.ts'

/** Which mail: what it tells, and to whom. */
export interface MailKey {
  readonly workspaceId: string
  readonly id: string
  /** An account, or a membership. */
  readonly recipientId: string
}

/** A mail that this process alone sends. */
export interface ClaimedMail extends MailKey {
  readonly kind: MailKind
  readonly data: Readonly<Record<string, unknown>>
  /** Whether it goes to an account, and not to a member who has none. */
  readonly hasAccount: boolean
  readonly attempts: number
}

const leaseSeconds = 90

// However many wait, each workspace has few of them tried at a time.
const listStatement: Statement = {
  name: 'mail_list_due',
  text: `
    select due.workspace_id as "workspaceId", due.id, due.recipient_id as "recipientId"
    from workspaces workspace
    cross join lateral (
      select workspace_id, id, recipient_id, next_attempt_at
      from outbox_mails mail
      where mail.workspace_id = workspace.workspace_id and next_attempt_at <= now()
        and queued_at > now() - interval '3 days' and (held_until is null or held_until <= now())
      order by next_attempt_at
      limit 5
    ) due
    order by due.next_attempt_at
    limit 250`,
}

const claimStatement: Statement = {
  name: 'mail_claim',
  text: `
    update outbox_mails set held_until = now() + make_interval(secs => $4)
    where workspace_id = $1 and id = $2 and recipient_id = $3 and next_attempt_at <= now()
      and (held_until is null or held_until <= now())
    returning workspace_id as "workspaceId", id, recipient_id as "recipientId", kind, data,
      account_id is not null as "hasAccount", attempts`,
}

const markSentStatement: Statement = {
  name: 'mail_mark_sent',
  text: `
    update outbox_mails
    set attempts = attempts + 1, outcome = $4, next_attempt_at = null, held_until = null,
      sent_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and id = $2 and recipient_id = $3`,
}

const markFailedStatement: Statement = {
  name: 'mail_mark_failed',
  text: `
    update outbox_mails
    set attempts = attempts + 1, outcome = $4, held_until = null,
      next_attempt_at = date_trunc('milliseconds', now() + make_interval(secs => $5))
    where workspace_id = $1 and id = $2 and recipient_id = $3`,
}

const giveUpStatement: Statement = {
  name: 'mail_give_up',
  text: `
    update outbox_mails
    set attempts = attempts + 1, outcome = $4, held_until = null, next_attempt_at = null
    where workspace_id = $1 and id = $2 and recipient_id = $3`,
}

/** Lists mails of all workspaces that are due and that no process sends, those that were due first. */
export async function listDueMails(database: Queryable): Promise<readonly MailKey[]> {
  return await database.query<MailKey>(listStatement, [])
}

/** Takes a mail for this process alone; `undefined` where another one was faster. */
export async function claimMail(
  database: Queryable,
  { workspaceId, id, recipientId }: MailKey,
): Promise<ClaimedMail | undefined> {
  const values = [workspaceId, id, recipientId, leaseSeconds]
  const [mail] = await database.query<ClaimedMail>(claimStatement, values)
  return mail
}

/** What came of an attempt, in words, and whether there is another. */
export interface MailEnd {
  readonly outcome: string
  readonly next: 'sent' | 'given_up' | { readonly pauseMs: number }
}

/** Records what came of an attempt: it was sent, is tried again after a pause, or is given up. */
export async function markMail(
  database: Queryable,
  { workspaceId, id, recipientId }: MailKey,
  { outcome, next }: MailEnd,
): Promise<void> {
  const values = [workspaceId, id, recipientId, outcome]
  if (next === 'sent') await database.query(markSentStatement, values)
  else if (next === 'given_up') await database.query(giveUpStatement, values)
  else await database.query(markFailedStatement, [...values, next.pauseMs / 1000])
}
