import type { MailAttempt, SendMail } from '@affiliate-platform/platform/outbox'
import type { Transporter } from 'nodemailer'
import { isLoopbackHost } from '../mcp/check-origin.ts'
import { composeMail } from './compose-mail.ts'

/** How mail is sent. */
export interface MailSenderOptions {
  /** The server, as `smtps://user:password@mail.example.com`, or `smtp://…` with STARTTLS. */
  readonly smtpUrl: string
  /** The sender, such as `Affiliates <affiliates@example.com>`. */
  readonly from: string
  /** Where the console is, which links lead to. */
  readonly origin: string
}

const timeoutMs = 10_000

/** Creates what sends mail by an SMTP server. What it needs is loaded with the first mail. */
export function createMailSender({ smtpUrl, from, origin }: MailSenderOptions): SendMail {
  let transport: Promise<Transporter> | undefined
  return async (mail) => {
    transport ??= createTransport(smtpUrl)
    const { id, recipientId, name, email } = mail
    // The same for every attempt.
    const messageId = `<${id}.${recipientId}@${new URL(origin).hostname}>`
    const { subject, text, html, unsubscribeUrl } = composeMail(mail, origin)
    const head = { from, to: { name, address: email }, messageId, ...toListHeaders(unsubscribeUrl) }
    try {
      await (await transport).sendMail({ ...head, subject, text, html })
      return { result: 'sent', outcome: 'the server took it' }
    } catch (error) {
      return toAttempt(error)
    }
  }
}

/** By which a mail program offers to want no more (RFC 8058). */
const toListHeaders = (url: string | undefined) =>
  url === undefined
    ? {}
    : { headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }

/** The connection is encrypted, unless the server is on this machine. */
async function createTransport(smtpUrl: string): Promise<Transporter> {
  const nodemailer = await import('nodemailer')
  const { protocol, host, hostname, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const port = Number(new URL(smtpUrl).port) || (secure ? 465 : 587)
  const isHere = isLoopbackHost(host)
  return nodemailer.createTransport({
    ...{ host: hostname, port, secure, requireTLS: !secure && !isHere, ignoreTLS: isHere },
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    // Nothing of a mail is read from anywhere.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
}

/** Tells what failed by codes: what a server says has addresses in it. */
function toAttempt(error: unknown): MailAttempt {
  const { responseCode, code } = Object(error) as { readonly responseCode?: unknown; readonly code?: unknown }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    const isForGood = typeof responseCode === 'number' && responseCode >= 500
    return { result: isForGood ? 'rejected' : 'failed', outcome: `the server said ${responseCode ?? 'no'}` }
  }
  return { result: 'unreachable', outcome: `the server could not be used (${String(code ?? 'unknown')})` }
}
