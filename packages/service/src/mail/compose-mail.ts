import { describeMail, type MailText } from '@affiliate-platform/contract/console'
import type { Mail } from '@affiliate-platform/platform/outbox'
import { escapeHtml } from '../docs/html.ts'
import { mailPage } from './mail-page.ts'

/** A mail's words. */
export interface ComposedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where its reader says that they want no more of its kind; undefined where they cannot do without. */
  readonly unsubscribeUrl: string | undefined
}

/** Writes a mail: it reads well as text, and its HTML is the same with a button. Opening a link does nothing yet. */
export function composeMail(mail: Mail, origin: string): ComposedMail {
  const { name, content, hasAccount, unsubscribe } = mail
  const { subject, link, ...said } = describeMail(content, mail)
  // Nobody without an account can sign in to see more.
  const shown =
    hasAccount && link !== undefined ? { ...link, url: `${new URL(link.path, origin)}` } : undefined
  const unsubscribeUrl = unsubscribe && `${new URL(`/mail/unsubscribe/${unsubscribe}`, origin)}`
  const parts = { ...said, name, link: shown, unsubscribeUrl }
  const from = 'program' in content ? content.program : mail.workspaceName
  const html = mailPage({ subject, from, paragraphs: toHtml(parts) })
  return { subject, text: toText(parts), html, unsubscribeUrl }
}

interface Parts extends Omit<MailText, 'subject' | 'link'> {
  readonly name: string
  readonly link: { readonly label: string; readonly url: string } | undefined
  readonly unsubscribeUrl: string | undefined
}

const noMore = 'No more such mail:'

function toText({ name, paragraphs, lines = [], link, last, unsubscribeUrl }: Parts): string {
  const all = [
    `Hello ${name},`,
    ...paragraphs,
    lines.map((line) => `  ${line}`).join('\n'),
    link?.url,
    last,
    unsubscribeUrl && `-- \n${noMore} ${unsubscribeUrl}`,
  ]
  return `${all.filter(Boolean).join('\n\n')}\n`
}

function toHtml({ name, paragraphs, lines = [], link, last, unsubscribeUrl }: Parts): string {
  const toParagraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  const toLink = (url: string, label: string) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
  const all = [
    ...[`Hello ${name},`, ...paragraphs].map(toParagraph),
    lines.length > 0 && `<ul>\n${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('\n')}\n</ul>`,
    link && `<p class="act">${toLink(link.url, link.label)}</p>`,
    last && toParagraph(last),
    unsubscribeUrl && `<p class="end">${toLink(unsubscribeUrl, noMore.slice(0, -1))}</p>`,
  ]
  return all.filter(Boolean).join('\n')
}
