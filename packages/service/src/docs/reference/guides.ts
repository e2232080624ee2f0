import { readFileSync } from 'node:fs'
import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml, renderCode } from '../html.ts'

/** The guides of callers, by the names of their files. */
const titles = { keys: 'Keys', webhooks: 'Webhooks', mcp: 'Assistants' } as const
const names = Object.keys(titles) as (keyof typeof titles)[]

/** A guide, and what each of its sections says. */
export interface Guide {
  readonly path: string
  readonly title: string
  readonly main: string
  readonly sections: readonly { readonly id: string; readonly title: string; readonly text: string }[]
}

const guidePath = (name: string) => `/docs/guides/${name}`

/** Where each guide is, for the contents. */
export const guideLinks = names.map((name) => ({ path: guidePath(name), title: titles[name] }))

/** The page of this service that says what a document of the interface says. */
const pageOfDocument: Readonly<Record<string, string>> = {
  'README.md': '/docs',
  'errors.md': '/docs/errors',
  'explain-payout.md': '/docs/operations/explainPayout',
  'first-receipt.md': '/docs/operations/firstReceipt',
  'identify.md': '/docs/operations/identify',
  'list-payouts.md#states': '/docs#states',
  'report-install.md': '/docs/operations/reportInstallEvent',
  'report-install.md#report-a-code': '/docs/operations/reportEvidence',
  'save-terms.md': '/docs/operations/saveTerms',
  'setup-codes.md': '/docs/operations/redeemSetupCode',
  'shop-redact.md': '/docs/operations/redactShop',
}

/** Draws the guides that a caller needs from the package's own documents. */
export function readGuides(): readonly Guide[] {
  return names.map((name) => {
    const text = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8')
    const [, ...tokens] = marked.lexer(withoutDecisions(text))
    return {
      path: guidePath(name),
      title: titles[name],
      main: marked.parser(tokens),
      sections: toSections(tokens),
    }
  })
}

// What was decided is for who changes the project.
const withoutDecisions = (text: string) => text.replaceAll(/ \((?:\[D\d+\]\([^)]*\)(?:, )?)+\)/g, '')

const marked = new Marked({
  renderer: {
    heading: ({ depth, text }) => `<h${depth} id="${toId(text)}">${escapeHtml(text)}</h${depth}>\n`,
    code: ({ text, lang = '' }) => renderCode(lang.startsWith('sh') ? 'Shell' : lang, text),
    link({ href, tokens }) {
      const page = toPage(href)
      const content = this.parser.parseInline(tokens)
      return page === undefined ? content : `<a href="${escapeHtml(page)}">${content}</a>`
    },
    table({ header, rows }) {
      const [head, ...body] = [header, ...rows].map(
        (row) => `<tr>${row.map((cell) => this.tablecell(cell)).join('')}</tr>`,
      )
      return `<table class="stacking"><thead>${head}</thead>\n<tbody>\n${body.join('\n')}\n</tbody></table>\n`
    },
  },
})

/** Where this service has what a guide links to; `undefined` for what only the project's own documents have. */
function toPage(href: string): string | undefined {
  if (/^(?:https:|#)/.test(href)) return href
  const [, guide = '', section = ''] = /^(\w+)\.md(#.*)?$/.exec(href) ?? []
  if (Object.hasOwn(titles, guide)) return guidePath(guide) + section
  const [, name] = /\/docs\/api\/(.+)$/.exec(href) ?? []
  if (name === undefined) return undefined
  const page = pageOfDocument[name]
  if (page === undefined) throw new Error(`No page is known of ${name}.`)
  return page
}

const toId = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

function toSections(tokens: readonly Token[]): Guide['sections'] {
  const starts = tokens.flatMap((token, index) => (isHeading(token) ? [{ token, index }] : []))
  return starts.map(({ token, index }, position) => ({
    id: toId(token.text),
    title: token.text,
    text: tokens
      .slice(index + 1, starts[position + 1]?.index)
      .map(({ raw }) => raw.replaceAll(/\]\([^)]*\)|[[|]/g, ' '))
      .join(' '),
  }))
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
