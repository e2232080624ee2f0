import type { Mail } from '@affiliate-platform/platform/outbox'
import { escapeHtml } from '../docs/html.ts'

/** A mail's words. */
export interface ComposedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Writes a mail: it reads well as text, and its HTML is the same with a link. Opening the link does nothing yet. */
export function composeMail({ kind, name, workspaceName, token }: Mail, origin: string): ComposedMail {
  const link = `${new URL('/console/sign-in', origin)}#${token}`
  const isInvitation = kind === 'invitation'
  const subject = isInvitation
    ? `You can work on the affiliate program of ${workspaceName}`
    : `Your link to sign in to ${workspaceName}`
  const first = isInvitation
    ? `you were given access to the affiliate program of ${workspaceName}.`
    : `somebody asked for a link that signs you in to the affiliate program of ${workspaceName}.`
  const paragraphs = [
    `Hello ${name},`,
    first,
    'This link signs you in once, within 30 minutes:',
    link,
    'If you did not expect this mail, do nothing: without the link nobody is signed in.',
  ]
  const toHtml = (paragraph: string): string =>
    paragraph === link
      ? `<p><a href="${escapeHtml(link)}">Sign in</a></p>`
      : `<p>${escapeHtml(paragraph)}</p>`
  return { subject, text: `${paragraphs.join('\n\n')}\n`, html: paragraphs.map(toHtml).join('\n') }
}
