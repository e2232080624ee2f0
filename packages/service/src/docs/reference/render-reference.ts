import { assetPath } from '../assets.ts'
import { escapeHtml, htmlPage, toHtml } from '../html.ts'
import { type Operation, type Place, type ReferenceDocument, readDocument, type Schema } from './document.ts'
import { renderIntroduction } from './render-introduction.ts'
import { describeType, listMembers, renderMembers } from './render-members.ts'
import { renderOperation } from './render-operation.ts'

let page: string | undefined

/** The reference of the interface, drawn from the OpenAPI document. All of it can be read without scripts. */
export function renderReference(): string {
  page ??= buildPage(readDocument())
  return page
}

function buildPage(document: ReferenceDocument): string {
  const operations = listOperations(document)
  return htmlPage({
    title: 'Reference – Affiliate platform',
    head: [
      `<link rel="stylesheet" href="${assetPath('pages.css')}">`,
      `<link rel="stylesheet" href="${assetPath('reference.css')}">`,
      `<link rel="stylesheet" href="${assetPath('try-it.css')}">`,
      `<script defer src="${assetPath('search.js')}"></script>`,
      `<script defer src="${assetPath('try-it.js')}"></script>\n`,
    ].join('\n'),
    body: [
      '<header>',
      '<nav aria-label="Site"><a href="/docs">Reference</a> <a href="/docs/errors">All errors</a> <a href="/openapi.json">OpenAPI document</a></nav>',
      '<search hidden><label for="query">Search</label><input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="A state, a code, a field …"><p id="found" role="status"></p><ol id="results"></ol></search>',
      '</header>',
      `<nav class="contents" aria-label="Contents">${renderContents(document, operations)}</nav>`,
      '<main>',
      `<h1>${escapeHtml(document.info.title)}</h1>`,
      renderIntroduction(document),
      ...document.tags.map((tag) => renderTag(tag, operations, document)),
      renderSchemas(document),
      '</main>',
    ].join('\n'),
  })
}

type Placed = readonly [Place, Operation]

function listOperations({ paths }: ReferenceDocument): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [{ method: method.toUpperCase(), path }, operation] as const,
    ),
  )
}

const sections = [
  ['introduction', 'Introduction'],
  ['authentication', 'Authentication'],
  ['quota', 'Quota'],
  ['retries', 'Retries'],
  ['errors', 'Errors'],
  ['states', 'States of a payout'],
] as const

function renderContents({ tags }: ReferenceDocument, operations: readonly Placed[]): string {
  const link = (id: string, title: string) => `<li><a href="#${id}">${toHtml(title)}</a></li>`
  const ofTags = tags.flatMap(({ name }) =>
    operations
      .filter(([, { tags: own }]) => own.includes(name))
      .map(([, { operationId, summary }]) => link(operationId, summary)),
  )
  return `<ul>${[...sections.map(([id, title]) => link(id, title)), ...ofTags, link('schemas', 'Schemas')].join('\n')}</ul>`
}

function renderTag(
  { name, description }: ReferenceDocument['tags'][number],
  operations: readonly Placed[],
  document: ReferenceDocument,
): string {
  const own = operations.filter(([, { tags }]) => tags.includes(name))
  return [
    `<h2 id="tag-${name}">${escapeHtml(name)}</h2>`,
    `<p>${toHtml(description)}</p>`,
    ...own.map(([place, operation]) => renderOperation(operation, place, document)),
  ].join('\n')
}

function renderSchemas({ components }: ReferenceDocument): string {
  const parts = Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema))
  return `<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>\n${parts.join('\n')}</section>`
}

function renderSchema(name: string, schema: Schema): string {
  const members = listMembers(schema)
  const choices = schema.oneOf === undefined ? '' : `<p>One of ${describeType(schema)}.</p>`
  const values = schema.enum?.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ')
  return [
    `<div id="schema-${name}" data-find="${name}"><h3>${name}</h3>`,
    `<p>${toHtml(schema.description ?? '')}</p></div>`,
    choices,
    values === undefined ? '' : `<p class="values">${values}</p>`,
    members.length === 0 ? '' : renderMembers(members, `schema-${name}`),
  ].join('\n')
}
