import { escapeHtml, toHtml } from '../html.ts'
import { nameOf, type Parameter, type Schema } from './document.ts'

/** A list of members or parameters. Each has an id, for links and for the search. */
export function renderMembers(
  members: readonly (readonly [name: string, schema: Schema, isRequired: boolean])[],
  prefix: string,
): string {
  const rows = members.map(([name, schema, isRequired]) => {
    const notes = [describeType(schema), isRequired ? '<strong>required</strong>' : 'optional']
    return [
      `<div id="${memberId(prefix, name)}">`,
      `<dt><code>${escapeHtml(name)}</code> <span class="type">${notes.join(', ')}</span></dt>`,
      `<dd>${toHtml(schema.description ?? '')}${describeValues(schema)}</dd></div>`,
    ].join('')
  })
  return `<dl class="members">\n${rows.join('\n')}\n</dl>`
}

/** The id of a member, for links and for the search. */
export function memberId(prefix: string, name: string): string {
  return `${prefix}-${escapeHtml(name)}`
}

/** The members of an object, with those of each choice where there is one. */
export function listMembers({ properties = {}, required = [] }: Schema): Parameters<typeof renderMembers>[0] {
  return Object.entries(properties).map(([name, schema]) => [name, schema, required.includes(name)])
}

/** A parameter's place and schema as a member of the request. */
export function toMember({ name, schema, description = '', required }: Parameter) {
  return [name, { ...schema, description }, required === true] as const
}

/** The type of a value in words, with a link for one that has a name. */
export function describeType(schema: Schema): string {
  if (schema.$ref !== undefined) return linkTo(schema.$ref)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.map((choice) => describeType(choice)).join(' or ')
  if (schema.type === 'array') {
    const items = schema.items === undefined ? 'anything' : describeType(schema.items)
    return `array of ${items}${schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`}`
  }
  const [type] = [schema.type ?? 'anything'].flat()
  const words = [schema.format ?? [schema.type ?? type].flat().join(' or '), ...describeRange(schema)]
  return escapeHtml(words.join(', '))
}

function linkTo(ref: string): string {
  const name = nameOf(ref)
  return `<a href="/docs/schemas#${name}">${name}</a>`
}

function describeRange({ minimum, maximum, minLength, maxLength }: Schema): readonly string[] {
  if (minimum !== undefined && maximum !== undefined) return [`${minimum} to ${maximum}`]
  if (minLength !== undefined && minLength === maxLength) return [`${minLength} characters`]
  return maxLength === undefined ? [] : [`at most ${maxLength} characters`]
}

/** The values that are allowed, or known today. */
function describeValues(schema: Schema): string {
  const allowed = schema.enum ?? schema.items?.enum
  const list = (values: readonly unknown[]) =>
    values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ')
  if (allowed !== undefined) return `<p class="values">One of ${list(allowed)}</p>`
  if (schema.examples === undefined) return ''
  return `<p class="values">Known today: ${list(schema.examples)}</p>`
}
