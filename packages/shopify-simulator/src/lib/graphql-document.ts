/** One field of a selection. `onType` is the type of the inline fragment around it. */
export interface GraphqlField {
  readonly name: string
  readonly alias: string
  readonly args: Readonly<Record<string, unknown>>
  readonly selection: readonly GraphqlField[] | undefined
  readonly onType: string | undefined
}

export interface GraphqlOperation {
  readonly kind: 'query' | 'mutation'
  readonly name: string | undefined
  readonly fields: readonly GraphqlField[]
}

interface Cursor {
  readonly tokens: readonly string[]
  readonly variables: Readonly<Record<string, unknown>>
  position: number
}

const tokenPattern =
  /#[^\n]*|"""[\s\S]*?"""|"(?:\\.|[^"\\])*"|\.\.\.|[A-Za-z_]\w*|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}()[\]:=$@!]/g
const namePattern = /^[A-Za-z_]\w*$/

/**
 * Reads the first operation of a document, with its variables filled in. It knows what clients of the simulator
 * send: fields, aliases, arguments, inline fragments and directives (which it skips), and no named fragments.
 *
 * @throws SyntaxError for anything else.
 */
export function readOperation(
  source: string,
  variables: Readonly<Record<string, unknown>>,
): GraphqlOperation {
  const tokens = (source.match(tokenPattern) ?? []).filter((token) => !token.startsWith('#'))
  const cursor: Cursor = { tokens, variables, position: 0 }
  if (peek(cursor) === '{')
    return { kind: 'query', name: undefined, fields: readSelection(cursor, undefined) }
  const kind = take(cursor)
  if (kind !== 'query' && kind !== 'mutation') throw unexpected(kind)
  const name = namePattern.test(peek(cursor)) ? take(cursor) : undefined
  skipParentheses(cursor)
  return { kind, name, fields: readSelection(cursor, undefined) }
}

function readSelection(cursor: Cursor, onType: string | undefined): readonly GraphqlField[] {
  expect(cursor, '{')
  const fields: GraphqlField[] = []
  while (peek(cursor) !== '}') {
    if (skip(cursor, '...')) fields.push(...readInlineFragment(cursor, onType))
    else fields.push(readField(cursor, onType))
  }
  expect(cursor, '}')
  return fields
}

function readInlineFragment(cursor: Cursor, onType: string | undefined): readonly GraphqlField[] {
  const innerType = skip(cursor, 'on') ? takeName(cursor) : onType
  skipDirectives(cursor)
  return readSelection(cursor, innerType)
}

function readField(cursor: Cursor, onType: string | undefined): GraphqlField {
  const first = takeName(cursor)
  const name = skip(cursor, ':') ? takeName(cursor) : first
  const args = skip(cursor, '(') ? readEntries(cursor, ')') : {}
  skipDirectives(cursor)
  const selection = peek(cursor) === '{' ? readSelection(cursor, undefined) : undefined
  return { name, alias: first, args, selection, onType }
}

function readEntries(cursor: Cursor, end: string): Readonly<Record<string, unknown>> {
  const entries: [string, unknown][] = []
  while (!skip(cursor, end)) {
    const name = takeName(cursor)
    expect(cursor, ':')
    entries.push([name, readValue(cursor)])
  }
  return Object.fromEntries(entries)
}

function readValue(cursor: Cursor): unknown {
  const token = take(cursor)
  if (token === '$') return cursor.variables[takeName(cursor)]
  if (token === '{') return readEntries(cursor, '}')
  if (token === '[') return readList(cursor)
  if (token.startsWith('"""')) return token.slice(3, -3)
  if (namePattern.test(token) && !['true', 'false', 'null'].includes(token)) return token
  return JSON.parse(token) as unknown
}

function readList(cursor: Cursor): readonly unknown[] {
  const values: unknown[] = []
  while (!skip(cursor, ']')) values.push(readValue(cursor))
  return values
}

function skipDirectives(cursor: Cursor): void {
  while (skip(cursor, '@')) {
    takeName(cursor)
    skipParentheses(cursor)
  }
}

function skipParentheses(cursor: Cursor): void {
  if (!skip(cursor, '(')) return
  for (let depth = 1; depth > 0; ) {
    const token = take(cursor)
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
  }
}

function peek(cursor: Cursor): string {
  return cursor.tokens[cursor.position] ?? 'end of file'
}

function take(cursor: Cursor): string {
  const token = cursor.tokens[cursor.position]
  if (token === undefined) throw unexpected('end of file')
  cursor.position += 1
  return token
}

function takeName(cursor: Cursor): string {
  const token = take(cursor)
  if (!namePattern.test(token)) throw unexpected(token)
  return token
}

function skip(cursor: Cursor, token: string): boolean {
  if (cursor.tokens[cursor.position] !== token) return false
  cursor.position += 1
  return true
}

function expect(cursor: Cursor, token: string): void {
  if (!skip(cursor, token)) throw unexpected(peek(cursor))
}

function unexpected(token: string): SyntaxError {
  return new SyntaxError(`syntax error, unexpected ${token}`)
}
