import { randomUUID } from 'node:crypto'
import { optionalMailNames } from '@affiliate-platform/contract/console'
import {
  fixedHeaders,
  type PlainRequest,
  type PlainResponse,
  pathOf,
} from '@affiliate-platform/contract/server'
import type { Queryable } from '@affiliate-platform/platform/database'
import { createUnsubscribeTokens, saveMailChoice } from '@affiliate-platform/platform/outbox'
import { escapeHtml, htmlPage } from '../docs/html.ts'

const start = '/mail/unsubscribe/'

/**
 * Creates where a reader of mail says that they want no more of a kind, as RFC 8058 has it: what their mail program posts
 * does so at once, and opening the address shows a button that does. No mail program that opens links by itself does.
 *
 * @param secret - the same in every process on one database
 * @returns a function that responds to a request for it, and with `undefined` to any other
 */
export function createUnsubscribe(database: Queryable, secret: Uint8Array) {
  const tokens = createUnsubscribeTokens(secret)
  return async (request: PlainRequest): Promise<PlainResponse | undefined> => {
    const path = pathOf(request)
    if (!path.startsWith(start)) return undefined
    const choice = tokens.read(path.slice(start.length))
    if (choice === undefined)
      return respond(404, ['This address is not complete. Copy all of it from the mail.'])
    const name = `“${optionalMailNames[choice.kind]}”`
    if (request.method !== 'POST') {
      return respond(200, [`Do you want no more mail about ${name}?`], 'No more such mail')
    }
    await saveMailChoice(database, choice, false)
    return respond(200, [`You get no more mail about ${name}.`])
  }
}

const policy =
  "default-src 'none'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

function respond(status: number, paragraphs: readonly string[], button?: string): PlainResponse {
  const texts = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`)
  const form = button && `<form method="post"><button>${escapeHtml(button)}</button></form>`
  const body = `<main>\n${[...texts, form].filter(Boolean).join('\n')}\n</main>`
  return {
    status,
    headers: {
      ...fixedHeaders(randomUUID(), start),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    body: htmlPage({ title: 'Mail', body }),
  }
}
