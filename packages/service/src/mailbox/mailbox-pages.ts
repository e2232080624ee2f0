import { randomBytes, randomUUID } from 'node:crypto'
import { fixedHeaders, type PlainResponse } from '@affiliate-platform/contract/server'
import type { Mail, WebhookAttempt } from '@affiliate-platform/platform/outbox'
import { toPolicy } from '../console/pages.ts'
import { escapeHtml, htmlPage } from '../docs/html.ts'
import type { ComposedMail } from '../mail/compose-mail.ts'
import { mailStyleHash } from '../mail/mail-page.ts'

/** A mail that was kept instead of being sent. */
export interface KeptMail extends ComposedMail, Pick<Mail, 'name' | 'email'> {
  readonly at: Date
}

export interface KeptDelivery extends Pick<WebhookAttempt, 'outcome'> {
  readonly at: Date
  readonly id: string
  readonly url: string
  readonly body: string
}

/** What a mailbox holds, by number, the latest last. */
export interface MailboxContent {
  readonly mails: ReadonlyMap<number, KeptMail>
  readonly deliveries: ReadonlyMap<number, KeptDelivery>
}

const start = '/dev/mailbox'

/** Opens a page of the mailbox; `undefined` where the address is none of it. */
export function openMailboxPage(
  target: string,
  { mails, deliveries }: MailboxContent,
): PlainResponse | undefined {
  if (target === start) return respondPage('Mailbox', listMails(mails), 'Mail')
  if (target === `${start}/webhooks`) return respondPage('Webhooks', listDeliveries(deliveries), 'Webhooks')
  const [, number = '', html] = /^\/dev\/mailbox\/(\d{1,9})(\/html)?$/.exec(target) ?? []
  const mail = mails.get(Number(number))
  if (mail === undefined) return undefined
  return html === undefined ? respondPage(mail.subject, showMail(number, mail)) : respondHtmlPart(mail)
}

const latestFirst = <Kept>(map: ReadonlyMap<number, Kept>) => [...map].toReversed()

function listMails(mails: MailboxContent['mails']): string {
  if (mails.size === 0) return '<p>Mail to operators and members comes here instead of being sent.</p>'
  const rows = latestFirst(mails).map(
    ([number, { subject, name, email, at }]) =>
      `<tr><td><a href="${start}/${number}">${escapeHtml(subject)}</a></td>` +
      `<td>${escapeHtml(name)}<br><small>${escapeHtml(email)}</small></td><td>${toTime(at)}</td></tr>`,
  )
  return toTable(['Subject', 'To', 'At'], rows)
}

function listDeliveries(deliveries: MailboxContent['deliveries']): string {
  if (deliveries.size === 0) {
    return '<p>What endpoints are told comes here. <code>webhooks add</code> adds one, with the same AFFILIATE_SECRET_KEY as dev has.</p>'
  }
  return toTable(['Message', 'Endpoint', 'Outcome', 'At'], latestFirst(deliveries).map(toDeliveryRow))
}

function toDeliveryRow([, { id, body, url, outcome, at }]: readonly [number, KeptDelivery]): string {
  const { type } = JSON.parse(body) as { readonly type: string }
  return (
    `<tr><td><details><summary>${escapeHtml(type)}</summary><small>${escapeHtml(id)}</small>` +
    `<pre>${escapeHtml(JSON.stringify(JSON.parse(body), undefined, 2))}</pre></details></td>` +
    `<td>${escapeHtml(url)}</td><td>${escapeHtml(outcome)}</td><td>${toTime(at)}</td></tr>`
  )
}

function showMail(number: string, { subject, name, email, at, text }: KeptMail): string {
  return `<p>To ${escapeHtml(name)} &lt;${escapeHtml(email)}&gt;, ${toTime(at)}</p>
<h2>As text</h2>
<pre tabindex="0">${escapeHtml(text)}</pre>
<h2>As HTML</h2>
<iframe src="${start}/${number}/html" title="${escapeHtml(subject)}" sandbox="allow-top-navigation-by-user-activation"></iframe>`
}

const toTime = (at: Date) => `<time>${at.toISOString().slice(11, 19)}</time>`

const toTable = (heads: readonly string[], rows: readonly string[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`

const style = `
body { font: 14px/20px system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 24px 16px }
:root { color-scheme: light dark; background: light-dark(#fff, #16181d); color: light-dark(#1b1d22, #eceef2) }
a { color: light-dark(#3b3fb6, #a5a9ff) }
nav a { margin-right: 16px } nav [aria-current] { font-weight: 600 }
table { border-collapse: collapse; width: 100% } td, th { padding: 8px 12px 8px 0; text-align: left; vertical-align: top }
tr + tr { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
td { overflow-wrap: anywhere } time { white-space: nowrap }
pre { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 12px; white-space: pre-wrap; overflow-wrap: anywhere }
iframe { border: 1px solid; width: 100%; height: 30rem }`

function respondPage(title: string, body: string, current?: string): PlainResponse {
  const nonce = randomBytes(16).toString('base64')
  const toLink = (name: string, address: string) =>
    `<a href="${address}"${name === current ? ' aria-current="page"' : ''}>${name}</a>`
  return respond(
    toPolicy(nonce),
    htmlPage({
      title,
      head: `<style nonce="${nonce}">${style}</style>\n`,
      body: `<nav>${toLink('Mail', start)}${toLink('Webhooks', `${start}/webhooks`)}</nav>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>`,
    }),
  )
}

// As strict as a mail program: nothing of it is loaded or run, and its own style is all that it has.
function respondHtmlPart({ html }: KeptMail): PlainResponse {
  const policy =
    `default-src 'none'; style-src '${mailStyleHash}'; img-src data:; base-uri 'none'; ` +
    "form-action 'none'; frame-ancestors 'self'"
  return respond(policy, html.replace('<head>', '<head>\n<base target="_top">'))
}

const respond = (policy: string, body: string): PlainResponse => ({
  status: 200,
  headers: {
    ...fixedHeaders(randomUUID(), start),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  },
  body,
})
