import { errorPages } from '../error-pages.ts'
import { payoutStates } from '../payout-states.ts'
import { termsFaults } from '../terms-faults.ts'
import {
  listPlaced,
  type Operation,
  type OperationPlace,
  type ReferenceDocument,
  type Schema,
} from './document.ts'
import type { Guide } from './guides.ts'
import { listBodies } from './list-bodies.ts'
import { operationPath } from './render-frame.ts'
import { listIntroduction } from './render-introduction.ts'
import { memberId } from './render-members.ts'

/** What a search of the reference finds. */
export interface SearchEntry {
  readonly name: string
  /** The page or section that has it. */
  readonly place: string
  readonly path: string
  /** All that is said of it. */
  readonly text: string
}

/** Everything that the pages below `/docs` name, with what they say of it. */
export function findEntries(document: ReferenceDocument, guides: readonly Guide[]): readonly SearchEntry[] {
  const entries = [
    ...listIntroduction(document).map(({ id, title, paragraphs }) => ({
      name: title,
      place: 'Before you begin',
      path: `/docs#${id}`,
      text: paragraphs.join(' '),
    })),
    ...guides.flatMap(({ path, title, sections }) =>
      sections.map(({ id, title: name, text }) => ({ name, place: title, path: `${path}#${id}`, text })),
    ),
    ...listPlaced(document).flatMap(([place, operation]) => ofOperation(operation, place, document)),
    ...Object.entries(payoutStates).map(([name, { meaning }]) => ({
      name,
      place: 'States of a payout',
      path: `/docs#state-${name}`,
      text: meaning,
    })),
    ...Object.entries(errorPages).map(([name, { cause, remedy }]) => ({
      name,
      place: 'Errors',
      path: `/docs/errors/${name}`,
      text: `${cause}. ${remedy}`,
    })),
    ...termsFaults.map(({ code, rule, remedy }) => ({
      name: code,
      place: 'Rules of terms',
      path: `/docs#fault-${code}`,
      text: `${rule}. ${remedy}`,
    })),
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => [
      { name, place: 'Schemas', path: `/docs/schemas#${name}`, text: schema.description ?? '' },
      ...ofMembers(schema, name, `/docs/schemas#${name}`),
    ]),
  ]
  return entries.map((entry) => ({ ...entry, text: entry.text.replaceAll(/[`*]/g, '') }))
}

function ofOperation(
  operation: Operation,
  { method, path }: OperationPlace,
  document: ReferenceDocument,
): readonly SearchEntry[] {
  const { operationId, summary, description, parameters = [] } = operation
  const page = operationPath(operationId)
  return [
    { name: summary, place: `${method} ${path}`, path: page, text: `${operationId} ${description}` },
    ...parameters.map(({ name, description: text = '' }) => ({
      name,
      place: summary,
      path: `${page}#${memberId(operationId, name)}`,
      text,
    })),
    ...listBodies(operation, document).flatMap(({ id, schema }) =>
      ofMembers(schema, summary, `${page}#${id}`),
    ),
  ]
}

function ofMembers({ properties = {} }: Schema, place: string, prefix: string): readonly SearchEntry[] {
  return Object.entries(properties).map(([name, { description: text = '' }]) => ({
    name,
    place,
    path: memberId(prefix, name),
    text,
  }))
}
