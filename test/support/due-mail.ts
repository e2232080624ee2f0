import type { Database } from '@affiliate-platform/platform/database'
import { type Mail, type MailAttempt, startMailing } from '@affiliate-platform/platform/outbox'
import { createLog } from '@affiliate-platform/service'
import { expect } from 'vitest'

const log = createLog('silent')

/** Sends all mail that is due in a workspace, and returns it. */
export async function sendDueMail(
  database: Database,
  workspaceId: string,
  attempt: MailAttempt = { result: 'sent', outcome: 'taken' },
): Promise<readonly Mail[]> {
  const sent: Mail[] = []
  const mailing = startMailing(database, log, {
    send: async (mail) => {
      if (mail.workspaceId === workspaceId) sent.push(mail)
      return attempt
    },
  })
  const text = `
    select from outbox_mails
    where workspace_id = $1 and next_attempt_at <= now() and queued_at > now() - interval '3 days'`
  const due = async () => (await database.query({ name: '', text }, [workspaceId])).length
  await expect.poll(due, { timeout: 20_000 }).toBe(0)
  await mailing.stop()
  return sent
}

/** What the link of a mail about an address holds. */
export function tokenOf(mails: readonly Mail[], kind: 'address_proof' | 'address_changing'): string {
  for (const { content } of mails) if (content.kind === kind) return content.token
  throw new Error(`No ${kind} was sent.`)
}
