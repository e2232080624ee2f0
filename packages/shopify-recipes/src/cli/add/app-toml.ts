import { type AST, parseTOML } from 'toml-eslint-parser'
import type { AppFolder } from './app-folder.ts'
import { applyEdits, type Edit, indentAt, insertAt } from './source-file.ts'
import { detectEol } from './source-style.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** A `shopify.app.toml`. */
export interface TomlFile {
  readonly path: string
  readonly text: string
}

/** The configurations of an app: `shopify.app.toml`, and one for each further environment. */
export function listConfigurations(folder: AppFolder): readonly TomlFile[] {
  const names = folder.list('.').filter((name) => name.startsWith('shopify.app') && name.endsWith('.toml'))
  return names.map((path) => ({ path, text: folder.read(path) ?? '' }))
}

/** The tables of a `shopify.app.toml` that say which webhooks Shopify delivers. */
export interface Webhooks {
  readonly table: AST.TOMLTable | undefined
  readonly subscriptions: readonly AST.TOMLTable[]
  /** What an older app has for the compliance topics. */
  readonly privacy: AST.TOMLTable | undefined
}

/** The version of Shopify's API for an app that has no webhooks yet. */
const apiVersion = '2026-10'

/**
 * Reads the webhooks of a `shopify.app.toml`.
 *
 * @throws UnsupportedAppError where they are not written as tables
 */
export function readWebhooks(file: TomlFile): Webhooks {
  const [topLevel] = parse(file).body
  const tables = topLevel.body.filter((node) => node.type === 'TOMLTable')
  const table = tables.find((one) => isAt(one, 'webhooks') && one.kind === 'standard')
  if (table !== undefined && findKey(table, 'subscriptions') !== undefined) {
    throw new UnsupportedAppError(`${file.path} lists its subscriptions in one line.`)
  }
  return {
    table,
    subscriptions: tables.filter((one) => isAt(one, 'webhooks', 'subscriptions')),
    privacy: tables.find((one) => isAt(one, 'webhooks', 'privacy_compliance')),
  }
}

/** Adds a subscription behind the others, in the style of Shopify's templates. */
export function appendSubscription(file: TomlFile, block: readonly string[]): string {
  const { text } = file
  const { table, subscriptions } = readWebhooks(file)
  const after = subscriptions.at(-1) ?? table
  const eol = detectEol(text)
  if (after === undefined) {
    const gap = text === '' || text.endsWith('\n') ? '' : eol
    const lines = [
      '',
      '[webhooks]',
      `api_version = "${apiVersion}"`,
      '',
      ...block.map((line) => `  ${line}`),
      '',
    ]
    return text + gap + lines.join(eol)
  }
  const indent = after.kind === 'array' ? indentAt(text, after.range[0]) : '  '
  const lines = ['', '', ...block.map((line) => indent + line)]
  return applyEdits(text, [insertAt(lineEnd(text, after.range[1]), lines.join(eol))])
}

/** Adds the words to an array of a table that lack there; the array itself where there is none. */
export function addWords(
  { text }: TomlFile,
  table: AST.TOMLTable,
  [name, words]: readonly [name: string, words: readonly string[]],
): string {
  const eol = detectEol(text)
  const existing = findKey(table, name)
  const last = table.body.at(-1)
  if (existing === undefined && last !== undefined) {
    const line = `${eol}${indentAt(text, last.range[0])}${name} = [${quoteAll(words)}]`
    return applyEdits(text, [insertAt(lineEnd(text, last.range[1]), line)])
  }
  const missing = words.filter((word) => !stringsOf(table, name).includes(word))
  if (existing?.value.type !== 'TOMLArray' || missing.length === 0) return text
  const element = existing.value.elements.at(-1)
  const edit: Edit = element
    ? insertAt(element.range[1], `, ${quoteAll(missing)}`)
    : { start: existing.value.range[0], end: existing.value.range[1], text: `[${quoteAll(missing)}]` }
  return applyEdits(text, [edit])
}

/** Writes another value for a key that a table has. */
export function setValue(
  { text }: TomlFile,
  table: AST.TOMLTable,
  [name, value]: readonly [name: string, value: string],
): string {
  const [start, end] = findKey(table, name)?.value.range ?? [0, 0]
  return applyEdits(text, [{ start, end, text: value }])
}

/** The strings that a key is set to: one, or those of an array. */
export function stringsOf(table: AST.TOMLTable, name: string): readonly string[] {
  const value = findKey(table, name)?.value
  const values = value?.type === 'TOMLArray' ? value.elements : [value]
  return values.flatMap((node) => (node?.type === 'TOMLValue' && node.kind === 'string' ? [node.value] : []))
}

/** The path that a subscription is delivered to: Shopify takes a path as well as a whole URL. */
export function subscriptionPathOf(table: AST.TOMLTable): string {
  const [uri = ''] = stringsOf(table, 'uri')
  return URL.canParse(uri) ? new URL(uri).pathname : uri
}

/** Words as TOML writes them in an array. */
export const quoteAll = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ')

function parse({ path, text }: TomlFile): AST.TOMLProgram {
  try {
    return parseTOML(text)
  } catch {
    throw new UnsupportedAppError(`${path} cannot be parsed.`)
  }
}

function isAt({ resolvedKey }: AST.TOMLTable, ...names: readonly string[]): boolean {
  const keys = resolvedKey.filter((key) => typeof key === 'string')
  return keys.length === names.length && keys.every((key, index) => key === names[index])
}

function findKey({ body }: AST.TOMLTable, name: string): AST.TOMLKeyValue | undefined {
  return body.find(({ key: { keys } }) => {
    const [first, ...others] = keys
    return others.length === 0 && (first?.type === 'TOMLBare' ? first.name : first?.value) === name
  })
}

function lineEnd(text: string, position: number): number {
  const newline = text.indexOf('\n', position)
  const rest = text.slice(position, newline < 0 ? text.length : newline)
  return rest.trimStart().startsWith('#') ? position + rest.trimEnd().length : position
}
