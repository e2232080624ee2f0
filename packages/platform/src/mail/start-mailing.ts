import { isOptionalMail, type MailContent, type MailKind } from '@affiliate-platform/contract/console'
import type { Logger } from 'pino'
import { type RepeatedWork, repeatWork, type WatchWork } from '../database/postgres/repeat-work.ts'
import { readSecret } from '../database/requests/read-secret.ts'
import type { Queryable } from '../database/statements/database.ts'
import { type ClaimedMail, claimMail, listDueMails, type MailKey, markMail } from './queue.ts'
import { readContent } from './read-content.ts'
import { findRecipient, type MailRecipient } from './recipient.ts'
import { createUnsubscribeTokens, type UnsubscribeTokens } from './unsubscribe-tokens.ts'

/** A mail as it is sent. */
export interface Mail
  extends MailKey,
    Pick<MailRecipient, 'name' | 'workspaceName' | 'timeZone'>,
    Pick<ClaimedMail, 'hasAccount'> {
  readonly email: string
  readonly content: MailContent
  /** What tells that its reader wants no more of its kind; undefined where they cannot do without. */
  readonly unsubscribe: string | undefined
}

/** What came of an attempt. */
export interface MailAttempt {
  readonly result: 'sent' | 'rejected' | 'failed' | 'unreachable'
  /** In words that tell no address. */
  readonly outcome: string
}

/** Sends a mail once. It rejects for nothing that a server does. */
export type SendMail = (mail: Mail) => Promise<MailAttempt>

const everyMs = 2000
/** So many are under way at a time. */
const atOnceMax = 4
const minuteMs = 60_000
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 240 * minuteMs]
/** About three days. */
const attemptsMax = 22

interface MailingPlan {
  readonly send: SendMail
  readonly watch?: WatchWork | undefined
}

/** Sends the mails that wait, until it is stopped. Any number of processes may do so on one database. */
export function startMailing(database: Queryable, log: Logger, { send, watch }: MailingPlan): RepeatedWork {
  let underWay: Promise<void> | undefined
  const run = (untilStopped: Queryable) => {
    underWay ??= sendDue({ database, untilStopped, send }).finally(() => {
      underWay = undefined
    })
    return underWay
  }
  const task = { name: 'send_mails', run, message: 'mails were not sent' }
  return repeatWork(database, [task], { everyMs, log, watch })
}

interface Mailing {
  /** Where what came of a mail is recorded, also where the process is to stop meanwhile: else it would be sent again. */
  readonly database: Queryable
  readonly untilStopped: Queryable
  readonly send: SendMail
}

/** Sends all that is due, however much that is, until a server cannot be used. */
async function sendDue({ database, untilStopped, send }: Mailing): Promise<void> {
  for (;;) {
    const due = await listDueMails(untilStopped)
    if (due.length === 0) return
    const tokens = createUnsubscribeTokens(await readSecret(untilStopped))
    const left = due.values()
    let isUnreachable = false
    const sendOnes = async (): Promise<void> => {
      for (const key of left) {
        const mail = await claimMail(untilStopped, key)
        if (mail === undefined) continue
        const { result } = await sendAndMark(database, mail, { send, tokens })
        isUnreachable ||= result === 'unreachable'
        // The others would find the same.
        if (isUnreachable) return
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: atOnceMax }, sendOnes))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    if (isUnreachable) return
  }
}

interface SendingPlan {
  readonly send: SendMail
  readonly tokens: UnsubscribeTokens
}

async function sendAndMark(database: Queryable, mail: ClaimedMail, plan: SendingPlan): Promise<MailAttempt> {
  const attempt = await sendClaimed(database, mail, plan)
  const { result, outcome } = attempt
  const pauseMs = pausesMs[Math.min(mail.attempts, pausesMs.length - 1)] ?? minuteMs
  const isOver = result === 'rejected' || mail.attempts + 1 >= attemptsMax
  const next = result === 'sent' ? 'sent' : isOver ? 'given_up' : { pauseMs }
  await markMail(database, mail, { outcome, next })
  return attempt
}

async function sendClaimed(
  database: Queryable,
  mail: ClaimedMail,
  { send, tokens }: SendingPlan,
): Promise<MailAttempt> {
  const reason = findReasonNotToSend(mail, await findRecipient(database, mail))
  if (reason !== undefined) return notToSend(reason)
  const content = await readContent(database, mail)
  if (content === undefined) return notToSend('there was nothing to tell any more')
  // Only now: a link that was made before their address has changed is void, and one made since goes to the new address.
  const { email, name, workspaceName, timeZone } = await findRecipient(database, mail)
  if (email === null) return notToSend('no address is known')
  const { kind, workspaceId, id, recipientId, hasAccount } = mail
  return await send({
    ...{ workspaceId, id, recipientId, hasAccount, email, name, workspaceName, timeZone, content },
    unsubscribe: isOptionalMail(kind) ? tokens.make({ workspaceId, recipientId, kind }) : undefined,
  })
}

const notToSend = (outcome: string): MailAttempt => ({ result: 'rejected', outcome })

/** What is about one member. */
const memberKinds: readonly MailKind[] = [
  ...(['payout_reported', 'payout_confirmed', 'payee_changed', 'terms_changed', 'claim_decided'] as const),
]

function findReasonNotToSend(
  { kind, hasAccount }: ClaimedMail,
  { role, isMember, isUnwanted }: MailRecipient,
): string | undefined {
  if (isUnwanted) return 'the recipient wants no such mail'
  if (!hasAccount) return undefined
  if (memberKinds.includes(kind)) return isMember ? undefined : 'the person acts for the member no more'
  // Whether somebody acts for any member is known as their link is made, and addresses are everybody's.
  if (role === null && !/^(?:member|address)_/.test(kind)) return 'the person has no role any more'
  return undefined
}
