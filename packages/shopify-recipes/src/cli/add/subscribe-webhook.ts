import { type AST, parseTOML } from 'toml-eslint-parser'
import { applyEdits, type Edit, indentAt, insertAt } from './source-file.ts'
import { detectEol } from './source-style.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** The subscription to `app/uninstalled` that an app is to have. */
export interface Subscription {
  /** The webhook's path in the app. */
  readonly uri: string
  /** The fields of the payload that the recipe reads. */
  readonly fields: readonly string[]
}

interface TomlFile {
  readonly path: string
  readonly text: string
}

/** The version of Shopify's API for an app that has no webhooks yet. */
const apiVersion = '2026-10'

/**
 * Subscribes to `app/uninstalled` in a `shopify.app.toml`, or limits the subscription that is there to some fields.
 *
 * @returns the file's text, unchanged if it has all of that
 * @throws UnsupportedAppError where the topic is delivered to another place, or together with others
 */
export function subscribeWebhook(file: TomlFile, subscription: Subscription): string {
  const [topLevel] = parse(file).body
  const tables = topLevel.body.filter((node) => node.type === 'TOMLTable')
  const isSubscription = (table: AST.TOMLTable) => isAt(table, 'webhooks', 'subscriptions')
  const webhooks = tables.find((table) => isAt(table, 'webhooks') && table.kind === 'standard')
  if (webhooks !== undefined && findKey(webhooks, 'subscriptions') !== undefined) {
    throw new UnsupportedAppError(`${file.path} lists its subscriptions in one line.`)
  }
  const subscriptions = tables.filter(isSubscription)
  const [existing, ...others] = subscriptions.filter((table) =>
    stringsOf(table, 'topics').includes('app/uninstalled'),
  )
  if (existing === undefined) {
    return appendSubscription(file, subscriptions.at(-1) ?? webhooks, subscription)
  }
  const [uri = ''] = stringsOf(existing, 'uri')
  const isOurs = pathOf(uri) === subscription.uri && stringsOf(existing, 'topics').length === 1
  if (isOurs && others.length === 0) return limitFields(file, existing, subscription.fields)
  throw new UnsupportedAppError(
    `${file.path} delivers app/uninstalled to ${uri}, and not to ${subscription.uri} alone.`,
  )
}

/** The block that subscribes, in the style of Shopify's templates. */
export function subscriptionBlock({ uri, fields }: Subscription): readonly string[] {
  return [
    '[[webhooks.subscriptions]]',
    `uri = "${uri}"`,
    'topics = ["app/uninstalled"]',
    `include_fields = [${quoteAll(fields)}]`,
  ]
}

function parse({ path, text }: TomlFile): AST.TOMLProgram {
  try {
    return parseTOML(text)
  } catch {
    throw new UnsupportedAppError(`${path} cannot be parsed.`)
  }
}

function limitFields({ text }: TomlFile, table: AST.TOMLTable, fields: readonly string[]): string {
  const eol = detectEol(text)
  const existing = findKey(table, 'include_fields')
  const last = table.body.at(-1)
  if (existing === undefined && last !== undefined) {
    const line = `${eol}${indentAt(text, last.range[0])}include_fields = [${quoteAll(fields)}]`
    return applyEdits(text, [insertAt(lineEnd(text, last.range[1]), line)])
  }
  const missing = fields.filter((field) => !stringsOf(table, 'include_fields').includes(field))
  if (existing?.value.type !== 'TOMLArray' || missing.length === 0) return text
  const element = existing.value.elements.at(-1)
  const edit: Edit = element
    ? insertAt(element.range[1], `, ${quoteAll(missing)}`)
    : { start: existing.value.range[0], end: existing.value.range[1], text: `[${quoteAll(missing)}]` }
  return applyEdits(text, [edit])
}

function appendSubscription(
  { text }: TomlFile,
  after: AST.TOMLTable | undefined,
  subscription: Subscription,
): string {
  const eol = detectEol(text)
  const block = subscriptionBlock(subscription)
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

/** The strings that a key is set to: one, or those of an array. */
function stringsOf(table: AST.TOMLTable, name: string): readonly string[] {
  const value = findKey(table, name)?.value
  const values = value?.type === 'TOMLArray' ? value.elements : [value]
  return values.flatMap((node) => (node?.type === 'TOMLValue' && node.kind === 'string' ? [node.value] : []))
}

/** The path that a delivery arrives at: Shopify takes a path as well as a whole URL. */
function pathOf(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).pathname : uri
}

function lineEnd(text: string, position: number): number {
  const newline = text.indexOf('\n', position)
  const rest = text.slice(position, newline < 0 ? text.length : newline)
  return rest.trimStart().startsWith('#') ? position + rest.trimEnd().length : position
}

const quoteAll = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ')
