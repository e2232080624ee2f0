import { escapeHtml, toHtml } from '../html.ts'
import { listPlaced, readDocument, type Schema } from './document.ts'
import { findEntries } from './find-entries.ts'
import { readGuides } from './guides.ts'
import { operationPath, renderFrame, renderOverview } from './render-frame.ts'
import { renderIntroduction } from './render-introduction.ts'
import { describeType, listMembers, renderMembers } from './render-members.ts'
import { renderOperation } from './render-operation.ts'

let pages: ReadonlyMap<string, string> | undefined

/** The pages of the reference by their paths, drawn from the OpenAPI document when the first is asked for. */
export function readReferencePage(path: string): string | undefined {
  pages ??= buildPages()
  return pages.get(path)
}

function buildPages(): ReadonlyMap<string, string> {
  const document = readDocument()
  const { info, components } = document
  const frame = (path: string, title: string, main: string) =>
    [path, renderFrame({ path, title, main }, document)] as const
  const guides = readGuides()
  const schemas = Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema))
  return new Map([
    frame('/docs', info.title, [renderIntroduction(document), renderOverview(document)].join('\n')),
    ...listPlaced(document).map(([place, operation]) =>
      frame(
        operationPath(operation.operationId),
        operation.summary,
        renderOperation(operation, place, document),
      ),
    ),
    ...guides.map(({ path, title, main }) => frame(path, title, main)),
    frame('/docs/schemas', 'Schemas', schemas.join('\n')),
    ['/docs/search.json', JSON.stringify(findEntries(document, guides))],
  ])
}

function renderSchema(name: string, schema: Schema): string {
  const members = listMembers(schema)
  const choices = schema.oneOf === undefined ? '' : `<p>One of ${describeType(schema)}.</p>`
  const values = schema.enum?.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ')
  return [
    `<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2>`,
    `<p>${toHtml(schema.description ?? '')}</p>`,
    choices,
    values === undefined ? '' : `<p class="values">${values}</p>`,
    members.length === 0 ? '' : renderMembers(members, name),
    '</section>',
  ].join('\n')
}
