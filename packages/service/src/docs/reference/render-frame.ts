import { assetPath } from '../assets.ts'
import { htmlPage, toHtml } from '../html.ts'
import { listPlaced, type ReferenceDocument } from './document.ts'
import { guideLinks } from './guides.ts'

/** What a caller reads before the first request, by the ids of its sections. */
const sections = [
  ['introduction', 'Introduction'],
  ['authentication', 'Authentication'],
  ['quota', 'Quota'],
  ['retries', 'Retries'],
  ['errors', 'Errors'],
  ['states', 'States of a payout'],
] as const

interface ReferencePage {
  readonly title: string
  /** Its path, which the contents mark. */
  readonly path: string
  /** HTML of the main part, after the title. */
  readonly main: string
}

/** The path of an operation's page. */
export function operationPath(operationId: string): string {
  return `/docs/operations/${operationId}`
}

/** Puts a page between search and contents. All of it can be read without scripts. */
export function renderFrame({ title, path, main }: ReferencePage, document: ReferenceDocument): string {
  return htmlPage({
    title: `${title} – Affiliate platform`,
    head: [
      `<link rel="stylesheet" href="${assetPath('pages.css')}">`,
      `<link rel="stylesheet" href="${assetPath('reference.css')}">`,
      `<link rel="stylesheet" href="${assetPath('try-it.css')}">`,
      `<script type="module" src="${assetPath('search.js')}"></script>`,
      `<script type="module" src="${assetPath('samples.js')}"></script>`,
      `<script type="module" src="${assetPath('try-it.js')}"></script>\n`,
    ].join('\n'),
    body: [
      '<header>',
      '<nav aria-label="Site"><a href="/docs">Reference</a> <a href="/docs/errors">All errors</a> <a href="/openapi.json">OpenAPI document</a></nav>',
      '<button type="button" class="open-contents" popovertarget="contents">Contents</button>',
      '<search hidden><label for="query">Search</label><input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="A state, a code, a field …"><div id="answers"><p id="found" role="status"></p><ol id="results"></ol></div></search>',
      '</header>',
      `<nav class="contents" id="contents" popover aria-label="Contents">${renderContents(path, document)}</nav>`,
      '<main>',
      `<h1>${toHtml(title)}</h1>`,
      main,
      '</main>',
    ].join('\n'),
  })
}

/** Every operation under its tag, with where it is: what the first page ends with. */
export function renderOverview(document: ReferenceDocument): string {
  return document.tags
    .map(({ name, description }) => {
      const rows = listOfTag(name, document).map(
        ([{ method, path }, { operationId, summary }]) =>
          `<div><dt><a href="${operationPath(operationId)}">${toHtml(summary)}</a></dt><dd><strong>${method}</strong> <code>${toHtml(path)}</code></dd></div>`,
      )
      return `<section aria-labelledby="tag-${toId(name)}"><h2 id="tag-${toId(name)}">${name}</h2>\n<p>${toHtml(description)}</p>\n<dl class="members path">\n${rows.join('\n')}\n</dl></section>`
    })
    .join('\n')
}

function renderContents(current: string, document: ReferenceDocument): string {
  const link = (path: string, title: string) =>
    `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${toHtml(title)}</a></li>`
  const group = (title: string, links: readonly string[]) =>
    `<p>${title}</p>\n<ul>\n${links.join('\n')}\n</ul>`
  return [
    group(
      'Before you begin',
      sections.map(([id, title]) => link(`/docs#${id}`, title)),
    ),
    group(
      'Guides',
      guideLinks.map(({ path, title }) => link(path, title)),
    ),
    ...document.tags.map(({ name }) =>
      group(
        name,
        listOfTag(name, document).map(([, { operationId, summary }]) =>
          link(operationPath(operationId), summary),
        ),
      ),
    ),
    group('Representations', [link('/docs/schemas', 'Schemas')]),
  ].join('\n')
}

const listOfTag = (name: string, document: ReferenceDocument) =>
  listPlaced(document).filter(([, { tags }]) => tags.includes(name))

const toId = (name: string) => name.toLowerCase().replaceAll(' ', '-')
