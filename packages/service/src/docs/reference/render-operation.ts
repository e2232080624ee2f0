import { escapeHtml, renderCode, toHtml } from '../html.ts'
import {
  nameOf,
  type Operation,
  type OperationPlace,
  type ReferenceDocument,
  type Response,
  type Schema,
} from './document.ts'
import { listBodies } from './list-bodies.ts'
import { listMembers, renderMembers, toMember } from './render-members.ts'
import { renderTryIt } from './render-try-it.ts'

/** One operation: what to send, what comes back, samples, and a form to try it. */
export function renderOperation(
  operation: Operation,
  place: OperationPlace,
  document: ReferenceDocument,
): string {
  const { description } = operation
  return [
    `<p class="path"><strong>${place.method}</strong> <code>${escapeHtml(place.path)}</code></p>`,
    `<p>${toHtml(description)}</p>`,
    `<p>${describeKey(operation)}</p>`,
    '<div class="columns"><div>',
    renderParameters(operation),
    renderBody(operation, document),
    renderResponses(operation, document),
    '</div><div>',
    '<div class="samples">',
    ...(operation['x-codeSamples'] ?? []).map(({ label, source }) => renderCode(label, source)),
    '</div>',
    renderTryIt(operation, place),
    '</div></div>',
  ].join('\n')
}

const credentialNames: Readonly<Record<string, string>> = {
  affiliateApiKey: 'an affiliate key',
  workspaceApiKey: 'a workspace key',
  installBridgeApiKey: 'an install bridge key',
  setupApiKey: 'a setup code',
}

function describeKey({ security }: Operation): string {
  const [requirement] = security
  if (requirement === undefined) return 'No API key is needed.'
  return Object.entries(requirement)
    .map(([scheme, scopes]) => {
      const scope = scopes.map((name) => ` with the scope <code>${escapeHtml(name)}</code>`).join('')
      return `Takes <a href="/docs#authentication">${credentialNames[scheme]}</a>${scope}.`
    })
    .join(' ')
}

function renderParameters({ operationId, parameters = [] }: Operation): string {
  const titles = { path: 'In the path', query: 'In the query', header: 'Headers' } as const
  return (['path', 'query', 'header'] as const)
    .map((place) => {
      const here = parameters.filter((parameter) => parameter.in === place)
      return here.length === 0
        ? ''
        : `<h2>${titles[place]}</h2>\n${renderMembers(here.map(toMember), operationId)}`
    })
    .join('\n')
}

function renderBody(operation: Operation, document: ReferenceDocument): string {
  const content = operation.requestBody?.content['application/json']
  if (content === undefined) return ''
  const parts = listBodies(operation, document).map(
    ({ id, schema }) =>
      `<p>${toHtml(schema.description ?? '')}</p>\n${renderMembers(listMembers(schema), id)}`,
  )
  const examples = Object.values(content.examples ?? {}).map(({ summary = '', value }) =>
    toDetails(summary, value),
  )
  return ['<h2>Body</h2>', ...parts, ...examples].join('\n')
}

function toDetails(summary: string, value: unknown): string {
  const source = escapeHtml(JSON.stringify(value, null, 2))
  return `<details><summary>${toHtml(summary)}</summary><pre><code>${source}</code></pre></details>`
}

function renderResponses({ responses }: Operation, document: ReferenceDocument): string {
  const rows = Object.entries(responses).map(([status, found]) => {
    const response = found.$ref === undefined ? found : document.components.responses[nameOf(found.$ref)]
    const { description = '' } = response ?? {}
    return `<div><dt>${status}</dt><dd>${toHtml(description)}${renderContent(response)}</dd></div>`
  })
  return `<h2>Responses</h2>\n<dl class="members">\n${rows.join('\n')}\n</dl>`
}

function renderContent(response: Response | undefined): string {
  const problem = response?.content?.['application/problem+json']
  if (problem !== undefined) {
    const codes = Object.keys(problem.examples ?? {})
    return ` ${codes.map((code) => `<a href="/docs/errors/${code}"><code>${code}</code></a>`).join(' ')}`
  }
  const json = response?.content?.['application/json']
  if (json === undefined) return ''
  const examples = Object.values(json.examples ?? {}).map(({ summary = '', value }) =>
    toDetails(summary, value),
  )
  return ` ${describeSchema(json.schema)}${examples.join('')}`
}

function describeSchema({ $ref }: Schema): string {
  if ($ref === undefined) return ''
  return `<a href="/docs/schemas#${nameOf($ref)}">${nameOf($ref)}</a>`
}
