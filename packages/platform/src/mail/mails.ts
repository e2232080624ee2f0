import type { MailKind } from '@affiliate-platform/contract/console'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { MailKey } from './queue.ts'

/** How far a mail is: it waits for an attempt, or there is none to come. */
export const mailStates = ['waiting', 'sent', 'failed'] as const

/** A mail, and what came of it. */
export interface ListedMail {
  readonly id: string
  readonly recipientId: string
  /** The name of whom it is for. */
  readonly recipient: string
  readonly kind: MailKind
  readonly state: (typeof mailStates)[number]
  readonly attempts: number
  /** What came of the last attempt; null before the first. */
  readonly outcome: string | null
  readonly createdAt: Date
  readonly nextAttemptAt: Date | null
  readonly sentAt: Date | null
}

/** Which mails: of one workspace, and only those in a state. */
export interface MailFilter {
  readonly workspaceId: string
  readonly state: ListedMail['state'] | undefined
}

export interface MailPage {
  readonly after: Pick<ListedMail, 'createdAt' | 'id' | 'recipientId'> | undefined
  readonly limit: number
}

const waits = `next_attempt_at is not null and queued_at > now() - interval '3 days'`
const state = `case when sent_at is not null then 'sent' when ${waits} then 'waiting' else 'failed' end`

const columns = `
    select mail.id, mail.recipient_id as "recipientId", coalesce(account.name, member.member_name, application.name) as recipient,
      mail.kind, ${state} as state, mail.attempts,
      case when next_attempt_at is null or ${waits} then outcome else 'it was not sent for three days' end as outcome,
      mail.created_at as "createdAt", case when ${waits} then next_attempt_at end as "nextAttemptAt",
      sent_at as "sentAt"
    from outbox_mails mail
    left join accounts account on account.workspace_id = $1 and account.id = mail.account_id
    left join memberships member on member.workspace_id = $1 and member.id = mail.membership_id
    left join applications application on application.workspace_id = $1 and application.id = mail.application_id`

const listStatement: Statement = {
  name: 'mail_list',
  text: `
    ${columns}
    where mail.workspace_id = $1 and ($2::text is null or ${state} = $2)
      and ($3::timestamptz is null or (mail.created_at, mail.id, mail.recipient_id) < ($3, $4::uuid, $5::uuid))
    order by mail.created_at desc, mail.id desc, mail.recipient_id desc
    limit $6`,
}

const findStatement: Statement = {
  name: 'mail_find',
  text: `
    ${columns}
    where mail.workspace_id = $1 and mail.id = $2 and mail.recipient_id = $3`,
}

// It is tried for another three days, at once. What waits anyway is tried at once, too.
const repeatStatement: Statement = {
  name: 'mail_repeat',
  text: `
    update outbox_mails
    set queued_at = date_trunc('milliseconds', now()), next_attempt_at = date_trunc('milliseconds', now()),
      sent_at = null
    where workspace_id = $1 and id = $2 and ($3::uuid is null or recipient_id = $3)
    returning 1`,
}

/** Lists mails, the newest first. */
export async function listMails(
  database: Queryable,
  { workspaceId, state }: MailFilter,
  { after, limit }: MailPage,
): Promise<readonly ListedMail[]> {
  const values = [state, after?.createdAt, after?.id, after?.recipientId].map((value) => value ?? null)
  return await database.query<ListedMail>(listStatement, [workspaceId, ...values, limit])
}

/** Finds a mail of this workspace and, where one is named, to this recipient. */
export async function findMail(
  database: Queryable,
  { workspaceId, id, recipientId }: MailKey,
): Promise<ListedMail | undefined> {
  const [found] = await database.query<ListedMail>(findStatement, [workspaceId, id, recipientId])
  return found
}

/** Has a mail sent once more, to one recipient or to all it was for; how many that are. */
export async function repeatMail(
  database: Queryable,
  {
    workspaceId,
    id,
    recipientId,
  }: Omit<MailKey, 'recipientId'> & { readonly recipientId: string | undefined },
): Promise<number> {
  return (await database.query(repeatStatement, [workspaceId, id, recipientId ?? null])).length
}
