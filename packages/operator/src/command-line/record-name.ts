import type { Queryable } from '@affiliate-platform/platform/database'
import {
  findByPartOfId,
  findNamed,
  type IdKind,
  isPartOfId,
  type NamedKind,
  type NamedRecord,
  type NameScope,
} from '@affiliate-platform/platform/workspaces'
import { Argument, Option } from 'commander'
import { commandName } from './command-name.ts'
import { describeFound } from './describe-found.ts'
import { describeUnknownId } from './describe-unknown-id.ts'
import { OperatorError } from './operator-error.ts'
import { isId, parseId, parseIdOrPart, parseRecord } from './parse-value.ts'
import { suggest } from './suggest.ts'
import { formatTable } from './table.ts'

/** The kinds of records that are called by a name; each narrows where the next is looked for. */
export const namedKinds: readonly NamedKind[] = ['workspace', 'app', 'program', 'membership', 'group']

const candidatesMax = 20

/** What a command takes the id of: a record with a name, one without, or one of any kind. */
export type RecordKind = NamedKind | IdKind | 'record'

/** The words of commands for records without a name. */
const kindsOfWords: Readonly<Record<string, IdKind>> = {
  ...{ payout: 'payout', report: 'report', confirmation: 'confirmation', dispute: 'dispute' },
  ...{ run: 'payout run', entry: 'commission', commission: 'commission', referral: 'referral' },
  ...{
    proposal: 'proposal',
    case: 'case',
    link: 'link',
    import: 'analytics import',
    version: 'terms version',
    key: 'key',
  },
}

class IdOption extends Option {
  readonly kind: RecordKind

  constructor(flags: string, kind: RecordKind, description: string) {
    super(flags, description)
    this.kind = kind
    this.argParser(parseIdOrPart(flags.split(' ')[0] ?? flags))
  }
}

class IdArgument extends Argument {
  readonly kind: RecordKind

  constructor(word: string, kind: RecordKind) {
    super(`<${word}>`, `id of the ${word}, or its beginning or end`)
    this.kind = kind
    this.argParser(parseIdOrPart(`<${word}>`))
  }
}

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

/** A flag such as `--run`, which takes the id of a record without a name, or a part of it (D325). */
export function idFlag(flags: string, kind: RecordKind, description: string): Option {
  return new IdOption(flags, kind, description)
}

/** An argument that takes the id of a record without a name, or where it can be told apart a part of it (D325). */
export function idArgument(word: string): Argument {
  const kind = kindsOfWords[word]
  if (kind !== undefined) return new IdArgument(word, kind)
  return new Argument(`<${word}>`, `id of the ${word}`).argParser(parseId(`<${word}>`))
}

/** The kind of record that a flag or an argument names, if it does. */
export function kindOf(described: Option | Argument): RecordKind | undefined {
  const isOne = [RecordOption, RecordArgument, IdOption, IdArgument].some((one) => described instanceof one)
  return isOne ? Reflect.get(described, 'kind') : undefined
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
 * Finds the id of the one record that a text names, or whose id begins or ends with it; an id stands for itself.
 *
 * @throws OperatorError when there is no such record, or there are several; it never repeats the text, which may be a key
 */
export async function findIdOf(database: Queryable, kind: RecordKind, query: NameQuery): Promise<string> {
  const { text, scope, columns } = query
  if (isId(text)) return text
  const named = isNamedKind(kind) ? await findNamed(database, kind, { name: text, scope }) : []
  const found = [...(await findByPart(database, kind, query)), ...named]
  const candidates = new Map(found.map((candidate) => [candidate.id, candidate]))
  const [only, ...others] = candidates.keys()
  if (only !== undefined && others.length === 0) return only
  if (only !== undefined) {
    const reason = named.length > 0 ? 'have this name' : 'have an id that begins or ends so'
    throw new OperatorError(describeSeveral(`${kind}s ${reason}`, [...candidates.values()], columns))
  }
  throw new OperatorError(
    isNamedKind(kind)
      ? describeNone(kind, query, await findNamed(database, kind, { scope }))
      : await describeUnknownId(database, scope.workspace ?? '', { what: kind, id: text }),
  )
}

async function findByPart(
  database: Queryable,
  kind: RecordKind,
  { text, scope: { workspace } }: NameQuery,
): Promise<readonly (object & { readonly id: string })[]> {
  const part = text.toLowerCase()
  if (!isPartOfId(part)) return []
  if (kind === 'workspace') {
    const all = await findNamed(database, kind, { scope: {} })
    return all.filter(({ id }) => id.startsWith(part) || id.endsWith(part))
  }
  const ofKind = kind === 'record' ? undefined : kind
  const found = await findByPartOfId(database, workspace ?? '', { kind: ofKind, part })
  return found.map((record) => {
    const { id, createdAt } = record
    const about = describeFound(record)
    return isNamedKind(kind) ? { id, name: about, within: null } : { id, about, createdAt }
  })
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

function describeSeveral(what: string, found: readonly object[], columns: number | undefined): string {
  const rows = found.slice(0, candidatesMax)
  const more = found.length > rows.length ? `… and ${found.length - rows.length} more\n` : ''
  const table = formatTable(rows, { columns, isWide: true })
  return `Several ${what}. Give the id of the one you mean:\n${table.text}${more}`.trimEnd()
}
