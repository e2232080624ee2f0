import { expect, it } from 'vitest'
import { createOpenApiDocument } from './document.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

const toMembers = (value: Json): readonly (readonly [string, Json])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []

/** The same value with the members of every object in alphabetical order. */
function sortMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map((entry: Json) => sortMembers(entry))
  if (typeof value !== 'object' || value === null) return value
  const members = toMembers(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]))
}

/** One line for each operation, schema and header, so that a change shows as the lines that it changes. */
function toLines(value: Json, place = '', depth = 3): readonly string[] {
  const members = toMembers(value)
  if (depth === 0 || members.length === 0) return [`${place} ${JSON.stringify(value)}`]
  return members.flatMap(([name, member]) => toLines(member, `${place}/${name}`, depth - 1))
}

it('is the document that was published last, whatever the order of its members [D106]', async () => {
  const document: Json = JSON.parse(JSON.stringify(createOpenApiDocument()))

  const lines = toLines(sortMembers(document)).join('\n')
  await expect(`${lines}\n`).toMatchFileSnapshot('../../test/openapi-published.txt')
})
