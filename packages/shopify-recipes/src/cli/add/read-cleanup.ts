import type { BlockStatement, Comment, Node, Statement } from '@babel/types'
import { endOfLine, indentAt, type SourceFile, textOf } from './source-file.ts'
import { calleeName, findReferences, unwrap } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** What an app does at an uninstall, without the framework around it. */
export interface Cleanup {
  /** The parameter of `onUninstalled`, such as `{ shop, isBack }`. */
  readonly parameter: string
  /** Its statements, not indented. None where the app did nothing. */
  readonly code: readonly string[]
}

/**
 * Takes the cleanup out of an action that begins with `await authenticate.webhook(request)`: without the line that
 * authenticates, without `if (session)` around it, without what is logged about the request, without the response.
 *
 * @throws UnsupportedAppError where anything else needs what only the framework's authentication knows
 */
export function readCleanup(file: SourceFile, body: BlockStatement): Cleanup {
  const names = readWebhookCall(body.body[0])?.names
  if (names === undefined) throw unsafeCleanup(file)
  const rest = body.body.slice(1)
  const last = rest.at(-1)
  return toCleanup(
    file,
    names,
    last?.type === 'ReturnStatement' && isPlainResponse(last.argument) ? rest.slice(0, -1) : rest,
  )
}

/**
 * Makes a cleanup of statements behind `await authenticate.webhook(request)`.
 *
 * @param names - what that call is taken apart into
 * @throws UnsupportedAppError where one needs more of it than the shop
 */
export function toCleanup(
  file: SourceFile,
  names: WebhookCall['names'],
  statements: readonly Statement[],
): Cleanup {
  const shop = [...names].find(([, key]) => key === 'shop')?.[0]
  const foreign = new Set([...names.keys(), 'request', 'params', 'context'].filter((name) => name !== shop))
  const found = new Set(statements.flatMap((statement) => keep(statement, foreign, names)))
  const kept = [...found].filter((one) => !isComment(one) || isOnOwnLine(file, one))
  for (const one of kept) {
    if (isComment(one)) continue
    const isForeign = [...findReferences(one)].some((name) => foreign.has(name))
    if (isForeign || leaves(one)) throw unsafeCleanup(file)
  }
  return {
    parameter: shop === undefined || shop === 'shop' ? '{ shop, isBack }' : `{ shop: ${shop}, isBack }`,
    code: kept.map((one) => dedent(file, one)),
  }
}

/** A call of the framework's authentication of webhooks. */
export interface WebhookCall {
  /** The names that its result is taken apart into: from the local one to its own. */
  readonly names: ReadonlyMap<string, string>
  /** The code for the request. */
  readonly request: string
}

/** Reads `const { topic, shop } = await authenticate.webhook(request)`; undefined for any other statement. */
export function readWebhookCall(statement: Statement | undefined): WebhookCall | undefined {
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return undefined
  const [{ id, init } = {}] = statement.declarations
  const call = init?.type === 'AwaitExpression' ? unwrap(init.argument) : undefined
  if (call?.type !== 'CallExpression' || calleeName(call) !== 'webhook') return undefined
  if (id?.type !== 'ObjectPattern') return undefined
  const names = id.properties.map((property): readonly [string, string] | undefined => {
    if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') return undefined
    return property.value.type === 'Identifier' ? [property.value.name, property.key.name] : undefined
  })
  const known = names.filter((name) => name !== undefined)
  const [request] = call.arguments
  const isPlain = known.length === names.length && request?.type === 'Identifier'
  return isPlain ? { names: new Map(known), request: request.name } : undefined
}

function keep(
  statement: Statement,
  foreign: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
): readonly (Statement | Comment)[] {
  if (isLog(statement) && [...findReferences(statement)].some((name) => foreign.has(name))) return []
  const before = (statement.leadingComments ?? []).filter(({ value }) => !isOfGuard.test(value))
  const after = (statement.trailingComments ?? []).filter(({ value }) => !isOfGuard.test(value))
  const guarded = statement.type === 'IfStatement' && !statement.alternate ? statement : undefined
  if (guarded?.test.type !== 'Identifier' || names.get(guarded.test.name) !== 'session') {
    return [...before, statement, ...after]
  }
  const { consequent } = guarded
  const inner = consequent.type === 'BlockStatement' ? consequent.body : [consequent]
  return [...before, ...inner.flatMap((child) => keep(child, foreign, names)), ...after]
}

// What Shopify's templates say of the guard that goes.
const isOfGuard = /already been uninstalled|session may have been deleted/

const isComment = (one: Statement | Comment): one is Comment =>
  one.type === 'CommentLine' || one.type === 'CommentBlock'

/** Whether nothing but white space stands in front of a comment. What stands behind a statement goes with it. */
function isOnOwnLine({ text }: SourceFile, { start = 0 }: Comment): boolean {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
}

function isLog(statement: Statement): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return false
  const { callee } = statement.expression
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'console'
  )
}

/** Whether a response is one that says no more than that all is well. */
function isPlainResponse(argument: Node | null | undefined): boolean {
  if (!argument || argument.type === 'NullLiteral') return true
  return (
    argument.type === 'NewExpression' &&
    argument.callee.type === 'Identifier' &&
    argument.callee.name === 'Response' &&
    argument.arguments.length < 2
  )
}

/** Whether a statement ends the action: what it then returns or throws is a response of the app's. */
function leaves(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(leaves)
  if (typeof node !== 'object' || node === null || !('type' in node)) return false
  if (node.type === 'ReturnStatement' || node.type === 'ThrowStatement') return true
  if (typeof node.type === 'string' && node.type.includes('Function')) return false
  return Object.values(node).some(leaves)
}

function dedent(file: SourceFile, one: Statement | Comment): string {
  const { eol } = file.style
  const { start, end } = { start: one.start ?? 0, end: endOfLine(file, one.end ?? 0) }
  return textOf(file, { start, end }).replaceAll(eol + indentAt(file.text, start), eol)
}

function unsafeCleanup({ path }: SourceFile): UnsupportedAppError {
  return new UnsupportedAppError(`${path} does more at an uninstall than can be moved safely.`)
}
