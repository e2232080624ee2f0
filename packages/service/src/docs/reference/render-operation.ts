import { escapeHtml, renderCode, toHtml } from '../html.ts'
import {
  nameOf,
  type Operation,
  type Place,
  type ReferenceDocument,
  type Response,
  type Schema,
} from './document.ts'
import { listMembers, renderMembers, toMember } from './render-members.ts'
import { renderTryIt } from './render-try-it.ts'

/** One operation: what to send, what comes back, samples, and a form to try it. */
export function renderOperation(operation: Operation, place: Place, document: ReferenceDocument): string {
  const { operationId, summary, description } = operation
  return [
    `<section class="operation" aria-labelledby="${operationId}">`,
    `<div id="find-${operationId}" data-find="${escapeHtml(summary)}">`,
    `<h3 id="${operationId}">${toHtml(summary)}</h3>`,
    `<p class="path"><strong>${place.method}</strong> <code>${escapeHtml(place.path)}</code></p>`,
    `<p>${toHtml(description)}</p>`,
    `<p>${describeKey(operation)}</p></div>`,
    '<div class="columns"><div>',
    renderParameters(operation),
    renderBody(operation, document),
    renderResponses(operation, document),
    '</div><div>',
    ...(operation['x-codeSamples'] ?? []).map(({ label, source }) => renderCode(label, source)),
    renderTryIt(operation, place),
    '</div></div>',
    '</section>',
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
      return `Takes <a href="#authentication">${credentialNames[scheme]}</a>${scope}.`
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
        : `<h4>${titles[place]}</h4>\n${renderMembers(here.map(toMember), operationId)}`
    })
    .join('\n')
}

function renderBody({ operationId, requestBody }: Operation, document: ReferenceDocument): string {
  const content = requestBody?.content['application/json']
  if (content === undefined) return ''
  const { $ref } = content.schema
  const schema = $ref === undefined ? content.schema : document.components.schemas[nameOf($ref)]
  const choices = schema?.oneOf ?? [schema ?? {}]
  const parts = choices.map((choice) => {
    const named =
      choice.$ref === undefined ? choice : (document.components.schemas[nameOf(choice.$ref)] ?? {})
    const id = choice.$ref === undefined ? `${operationId}-body` : `${operationId}-${nameOf(choice.$ref)}`
    return `<p>${toHtml(named.description ?? '')}</p>\n${renderMembers(listMembers(named), id)}`
  })
  const examples = Object.values(content.examples ?? {}).map(({ summary = '', value }) =>
    toDetails(summary, value),
  )
  return ['<h4>Body</h4>', ...parts, ...examples].join('\n')
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
  return `<h4>Responses</h4>\n<dl class="members">\n${rows.join('\n')}\n</dl>`
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
  return `<a href="#schema-${nameOf($ref)}">${nameOf($ref)}</a>`
}
