import type { Logger } from 'pino'
import { type RepeatedWork, repeatWork, type WatchWork } from '../database/postgres/repeat-work.ts'
import type { Queryable } from '../database/statements/database.ts'
import { issueSignInLink } from '../people/sign-in-links.ts'
import { type ClaimedMail, claimMail, listDueMails, type MailKind, markMail } from './mails.ts'

/** A mail as it is sent. */
export interface Mail extends Pick<ClaimedMail, 'id' | 'email' | 'name' | 'workspaceName'> {
  readonly kind: MailKind
  /** What the link holds by which its reader signs in. */
  readonly token: string
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
const minuteMs = 60_000
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 240 * minuteMs]
/** About three days. */
const attemptsMax = 22

/** How mails are sent. */
interface MailingPlan {
  readonly send: SendMail
  readonly watch?: WatchWork | undefined
}

/** Sends the mails that wait, until it is stopped. Any number of processes may do so on one database. */
export function startMailing(database: Queryable, log: Logger, { send, watch }: MailingPlan): RepeatedWork {
  const sendOne = (mail: ClaimedMail) => sendAndMark(database, mail, send)
  const run = (untilStopped: Queryable) => sendDue(untilStopped, sendOne)
  const task = { name: 'send_mails', run, message: 'mails were not sent' }
  return repeatWork(database, [task], { everyMs, log, watch })
}

async function sendDue(
  untilStopped: Queryable,
  sendOne: (mail: ClaimedMail) => Promise<MailAttempt>,
): Promise<void> {
  for (const due of await listDueMails(untilStopped)) {
    const mail = await claimMail(untilStopped, due)
    if (mail === undefined) continue
    // The others would find the same.
    if ((await sendOne(mail)).result === 'unreachable') return
  }
}

/** What came of a mail is recorded, also where the process is to stop meanwhile: else it would be sent again. */
async function sendAndMark(database: Queryable, mail: ClaimedMail, send: SendMail): Promise<MailAttempt> {
  const attempt = await sendClaimed(database, mail, send)
  const { result, outcome } = attempt
  const pauseMs = pausesMs[Math.min(mail.attempts, pausesMs.length - 1)] ?? minuteMs
  const isOver = result === 'rejected' || mail.attempts + 1 >= attemptsMax
  const next = result === 'sent' ? 'sent' : isOver ? 'given_up' : { pauseMs }
  await markMail(database, mail, { outcome, next })
  return attempt
}

/** Makes the link as it is sent: it is kept nowhere, and its half hour begins now. */
async function sendClaimed(database: Queryable, mail: ClaimedMail, send: SendMail): Promise<MailAttempt> {
  const issued = await issueSignInLink(database, mail)
  if (issued === undefined) return { result: 'rejected', outcome: 'the person has no role any more' }
  const { id, kind, email, name, workspaceName } = mail
  return await send({ id, kind, email, name, workspaceName, token: issued.token })
}
