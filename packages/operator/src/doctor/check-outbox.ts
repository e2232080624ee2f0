import type { Database } from '@affiliate-platform/platform/database'
import { readBacklog, readMailBacklog } from '@affiliate-platform/platform/outbox'
import type { Settings } from '@affiliate-platform/service'
import { commandName } from '../command-line/command-name.ts'
import { formatCount } from '../command-line/format-count.ts'
import { type Finding, ok } from './finding.ts'

/** What serve needs to send mail. */
const mailSettings = ['CONSOLE_ORIGIN', 'SMTP_URL', 'MAIL_FROM'] as const

const waitMaxMs = 15 * 60_000

/** Checks whether others are told what happens: by webhooks, and by mail. */
export async function checkOutbox(database: Database, settings: Settings): Promise<readonly Finding[]> {
  const missing = mailSettings.filter((name) => settings[name] === undefined)
  const mail = await readMailBacklog(database)
  return [
    toFinding('webhooks', await readBacklog(database), {
      what: 'message',
      remedy: `Does serve run, with AFFILIATE_SECRET_KEY? See ${commandName} webhooks list.`,
    }),
    missing.length > 0
      ? toUnsentFinding(missing, mail.waiting)
      : toFinding('mail', mail, {
          what: 'mail',
          remedy: `Does serve run, with the same settings? See ${commandName} mail list --state waiting.`,
        }),
  ]
}

type Backlog = Awaited<ReturnType<typeof readBacklog>>

function toFinding(
  check: Finding['check'],
  { waiting, waitingSince }: Backlog,
  { what, remedy }: { readonly what: string; readonly remedy: string },
): Finding {
  const isLate = waitingSince !== null && Date.now() - waitingSince.getTime() > waitMaxMs
  if (!isLate) return ok(check, `No ${what} has waited for more than 15 minutes.`)
  const detail = `${formatCount(waiting, what)} to be sent, the oldest since ${waitingSince.toISOString()}.`
  return { check, state: 'warning', detail, remedy }
}

function toUnsentFinding(missing: readonly string[], waiting: number): Finding {
  const detail = `No mail is sent without ${missing.join(', ')}`
  if (waiting === 0) return { check: 'mail', state: 'skipped', detail: `${detail}.`, remedy: null }
  return {
    ...{ check: 'mail', state: 'warning', detail: `${detail}: ${formatCount(waiting, 'mail')} to be sent.` },
    remedy: 'Set them, for serve too. What waits for three days is not sent any more.',
  }
}
