import type { Queryable } from '@affiliate-platform/platform/database'
import { fromPayoutReference } from '@affiliate-platform/platform/payout-files'
import {
  findByPartOfId,
  findByReference,
  findNamed,
  isPartOfId,
  type NamedKind,
  type NamedRecord,
  type NameScope,
} from '@affiliate-platform/platform/workspaces'
import { commandName } from './command-name.ts'
import { describeFound } from './describe-found.ts'
import { describeUnknownId } from './describe-unknown-id.ts'
import { OperatorError } from './operator-error.ts'
import { isId } from './parse-value.ts'
import { isNamedKind, type RecordKind } from './record-name.ts'
import { suggest } from './suggest.ts'
import { formatTable } from './table.ts'

const candidatesMax = 20

/** What is looked for, and within what. */
interface NameQuery {
  readonly text: string
  readonly scope: NameScope
  readonly columns?: number | undefined
  /** Of a payout: whether the text may be a reference. */
  readonly isByReference?: boolean
}

/**
 * Finds the id of the one record that a text names, or whose id begins or ends with it; an id stands for itself.
 *
 * @throws OperatorError when there is no such record, or there are several; it never repeats the text, which may be a key
 */
export async function findIdOf(database: Queryable, kind: RecordKind, query: NameQuery): Promise<string> {
  const { text, scope, columns, isByReference } = query
  const own = isId(text) ? text : isByReference ? fromPayoutReference(text) : undefined
  if (own !== undefined) return own
  const named = isNamedKind(kind) ? await findNamed(database, kind, { name: text, scope }) : []
  const paid = isByReference ? await findPaid(database, query) : []
  const found = [...(await findByPart(database, kind, query)), ...named, ...paid]
  const candidates = new Map(found.map((candidate) => [candidate.id, candidate]))
  const [only, ...others] = candidates.keys()
  if (only !== undefined && others.length === 0) return only
  if (only !== undefined) {
    const isPaid = paid.length > 0 && 'have a payment with this reference'
    const reason = named.length > 0 ? 'have this name' : isPaid || 'have an id that begins or ends so'
    throw new OperatorError(describeSeveral(`${kind}s ${reason}`, [...candidates.values()], columns))
  }
  throw new OperatorError(
    isNamedKind(kind)
      ? describeNone(kind, query, await findNamed(database, kind, { scope }))
      : await describeUnknownId(database, scope.workspace ?? '', { what: kind, id: text }),
  )
}

/** The payouts of which a payment has a reference. */
async function findPaid(database: Queryable, { text, scope }: NameQuery) {
  const reports = await findByReference(database, scope.workspace ?? '', text)
  return reports.map(({ id, of, createdAt }) => ({ id: of?.id ?? id, about: `report ${id}`, createdAt }))
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
