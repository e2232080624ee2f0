import { type ErrorCode, errorCatalogue } from '@affiliate-platform/contract'
import { assetPath } from './assets.ts'
import { errorAdvice } from './error-advice.ts'
import { errorPages } from './error-pages.ts'
import { htmlPage, toHtml } from './html.ts'

/** Whether a code is one of the contract's. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code)
}

/** The page that lists every error code. */
export function renderErrorList(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, title }]) =>
      `<tr><td>${status}</td><td><a href="/docs/errors/${code}"><code>${code}</code></a><br>${toHtml(title)}</td></tr>`,
  )
  return renderPage('Errors', [
    '<p>Every error is a problem document whose <code>type</code> points to one of these pages. Branch on its <code>code</code>: it never changes its meaning.</p>',
    '<table><thead><tr><th>Status</th><th>Code and meaning</th></tr></thead>',
    `<tbody>\n${rows.join('\n')}\n</tbody></table>`,
  ])
}

/** The page of one error code: what happened, and what to do about it. */
export function renderError(code: ErrorCode): string {
  const { status, title } = errorCatalogue[code]
  const { cause, remedy } = errorPages[code]
  return renderPage(title, [
    `<p class="code"><code>${code}</code> · HTTP ${status}</p>`,
    `<h2>Cause</h2>\n<p>${toHtml(cause)}.</p>`,
    `<h2>What to do</h2>\n<p>${toHtml(remedy)}.</p>`,
    errorAdvice[code] ?? '',
    '<p class="more">The response’s <code>detail</code> and <code>errors</code> say what was wrong with your request. Give its <code>requestId</code> to the operator of the service: the service’s log has the request under it.</p>',
  ])
}

/** The page for a code that does not exist. It does not repeat what was asked for. */
export function renderUnknownError(): string {
  return renderPage('There is no such error code', [
    '<p>This service does not know the code. A later version may: treat it by its HTTP status.</p>',
  ])
}

function renderPage(title: string, parts: readonly string[]): string {
  return htmlPage({
    title: `${title} – Affiliate platform`,
    head: `<link rel="stylesheet" href="${assetPath('pages.css')}">\n`,
    body: [
      '<nav><a href="/docs">Reference</a> <a href="/docs/errors">All errors</a></nav>',
      `<main>\n<h1>${toHtml(title)}</h1>`,
      ...parts,
      '</main>',
    ].join('\n'),
  })
}
