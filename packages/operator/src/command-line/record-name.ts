import type { Queryable } from '@affiliate-platform/platform/database'
import {
  findNamed,
  type NamedKind,
  type NamedRecord,
  type NameScope,
} from '@affiliate-platform/platform/workspaces'
import { Argument, Option } from 'commander'
import { commandName } from './command-name.ts'
import { OperatorError } from './operator-error.ts'
import { isId, parseRecord } from './parse-value.ts'
import { suggest } from './suggest.ts'
import { formatTable } from './table.ts'

/** The kinds of records that are called by a name; each narrows where the next is looked for. */
export const namedKinds: readonly NamedKind[] = ['workspace', 'app', 'program', 'membership', 'group']

const candidatesMax = 20

class RecordOption extends Option {
  readonly kind: NamedKind

  constructor(kind: NamedKind, description: string) {
    super(`--${kind} <id|name>`, description)
    this.kind = kind
    this.argParser(parseRecord(`--${kind}`))
  }
}

class RecordArgument extends Argument {
  readonly kind: NamedKind

  constructor(kind: NamedKind, text: string) {
    super(text, `id or name of the ${kind}${kind === 'membership' ? ", or its payee's e-mail address" : ''}`)
    this.kind = kind
    this.argParser(parseRecord(`<${kind}>`))
  }
}

/** A flag such as `--program`, which takes the id of a record or its name; the command is given the id (D150). */
export function recordFlag(kind: NamedKind, description: string): Option {
  return new RecordOption(kind, description)
}

/** An argument that takes the id of a record or its name; the command is given the id (D150). */
export function recordArgument(kind: NamedKind, text = `<${kind}>`): Argument {
  return new RecordArgument(kind, text)
}

/** The kind of record that a flag or an argument names, if it does. */
export function kindOf(described: Option | Argument): NamedKind | undefined {
  return described instanceof RecordOption || described instanceof RecordArgument ? described.kind : undefined
}

/** Whether records of a kind are called by a name. */
export function isNamedKind(kind: string): kind is NamedKind {
  return namedKinds.some((known) => known === kind)
}

/** What is looked for, and within what. */
interface NameQuery {
  readonly text: string
  readonly scope: NameScope
  readonly columns?: number | undefined
}

/**
 * Finds the id of the one record that a text names; an id stands for itself.
 *
 * @throws OperatorError when no record has the name, or several have; it never repeats the text, which may be a key
 */
export async function findIdOf(database: Queryable, kind: NamedKind, query: NameQuery): Promise<string> {
  const { text, scope, columns } = query
  if (isId(text)) return text
  const found = await findNamed(database, kind, { name: text, scope })
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only.id
  throw new OperatorError(
    only === undefined
      ? describeNone(kind, query, await findNamed(database, kind, { scope }))
      : describeSeveral(kind, found, columns),
  )
}

function describeNone(kind: NamedKind, { text, scope }: NameQuery, known: readonly NamedRecord[]): string {
  const place = (scope.program ?? scope.membership) ? 'program' : scope.app ? 'app' : 'workspace'
  const word = kind === 'membership' ? 'name or e-mail address' : 'name'
  const sentence =
    kind === 'workspace'
      ? 'There is no workspace of this name.'
      : `The ${place} has no ${kind} of this ${word}.`
  const near = suggest(
    text,
    known.map(({ name }) => name),
  )
  return `${sentence} ${near || `See ${commandName} ${kind}s list.`}`
}

function describeSeveral(
  kind: NamedKind,
  found: readonly NamedRecord[],
  columns: number | undefined,
): string {
  const rows = found.slice(0, candidatesMax).map(({ id, name, within }) => ({ id, name, within }))
  const more = found.length > rows.length ? `… and ${found.length - rows.length} more\n` : ''
  return `Several ${kind}s have this name. Give the id of the one you mean:\n${formatTable(rows, { columns }).text}${more}`.trimEnd()
}
