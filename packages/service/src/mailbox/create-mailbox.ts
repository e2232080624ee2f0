import type { PlainRequest, PlainResponse } from '@affiliate-platform/contract/server'
import type { SendMail, SendWebhook } from '@affiliate-platform/platform/outbox'
import { composeMail } from '../mail/compose-mail.ts'
import { isLoopbackHost } from '../mcp/check-origin.ts'
import { type KeptDelivery, type KeptMail, openMailboxPage } from './mailbox-pages.ts'

/** Where mail goes of a service that sends none, and what is seen there of webhooks. */
export interface Mailbox {
  /** Creates what keeps mail, whose links lead to an origin. */
  createSender(origin: string): SendMail
  /** The same sender, whose deliveries are kept too. */
  watchWebhooks(send: SendWebhook): SendWebhook
  /** Responds to a request for a page of it, and with `undefined` to any other. */
  respond(request: PlainRequest): PlainResponse | undefined
}

const keptMax = 200

/** Creates a mailbox in memory. Who is at this machine sees all of it, sign-in links too, and nobody else does. */
export function createMailbox(): Mailbox {
  const mails = new Map<number, KeptMail>()
  const deliveries = new Map<number, KeptDelivery>()
  let kept = 0
  const keep = <Kept>(map: Map<number, Kept>, value: Kept): void => {
    kept += 1
    map.set(kept, value)
    const [oldest] = map.keys()
    if (map.size > keptMax && oldest !== undefined) map.delete(oldest)
  }
  return {
    createSender: (origin) => async (mail) => {
      const { name, email } = mail
      keep(mails, { at: new Date(), name, email, ...composeMail(mail, origin) })
      return { result: 'sent', outcome: 'it is in the mailbox' }
    },
    watchWebhooks: (send) => async (delivery, stopping) => {
      const attempt = await send(delivery, stopping)
      const { id, url, body } = delivery
      keep(deliveries, { at: new Date(), id, url, body, outcome: attempt.outcome })
      return attempt
    },
    respond: (request) =>
      isFromThisMachine(request) && request.method === 'GET'
        ? openMailboxPage(request.target, { mails, deliveries })
        : undefined,
  }
}

// By a name of its own: one that somebody else has made to mean this machine reads nothing.
function isFromThisMachine({ header, remoteAddress }: PlainRequest): boolean {
  const address = remoteAddress()?.replace(/^::ffff:/, '') ?? ''
  return isLoopbackHost(header('host') ?? '') && (address.startsWith('127.') || address === '::1')
}
