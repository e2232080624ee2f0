import {
  type FilterName,
  type ListOperation,
  type ListQuery,
  parseListQuery,
} from '@affiliate-platform/contract'
import type { Option } from 'commander'
import { flag } from './act.ts'
import { UsageError } from './operator-error.ts'
import { isNamedKind, recordFlag } from './record-name.ts'
import { suggest } from './suggest.ts'

/** The name of a filter in the flags: `program` of `programId`. */
type FlagOf<Filter extends string> = Filter extends `${infer Kind}Id` ? Kind : Filter

/** The flags of a list's filters. */
export type FilterFlags = { readonly [Filter in FilterName as FlagOf<Filter>]?: string }

const timeBound = 'a date or an RFC 3339 time'

const meanings: Readonly<Record<FilterName, readonly [value: string, meaning: string]>> = {
  appId: ['id', 'of this app (default: the only one of the workspace)'],
  programId: ['id', 'of this program'],
  groupId: ['id', 'of this group'],
  membershipId: ['id', 'of this membership'],
  payoutId: ['id', 'in this payout'],
  from: ['time', `created then or later: ${timeBound}`],
  to: ['time', 'created before then; a date includes the whole day'],
  postedFrom: ['time', `booked then or later: ${timeBound}`],
  postedTo: ['time', 'booked before then; a date includes the whole day'],
  currency: ['code', 'in this currency'],
  status: ['status', 'in this state'],
  search: ['text', 'whose'],
}

const flagOf = (filter: string): string => filter.replace(/Id$/, '')

/** A filter as it is written: `posted-from` of `postedFrom`. */
const toName = (filter: string): string =>
  flagOf(filter).replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)

/**
 * The flags of the filters that a list of the interface has.
 *
 * @param searched - the names that `--search` looks through
 */
export function filterOptions(list: ListOperation, searched: string): readonly Option[] {
  return list.filters.map((filter) => {
    const [value, meaning] = meanings[filter]
    const detail =
      { status: `: ${list.statuses.join(', ')}`, search: ` ${searched} contains this` }[filter as string] ??
      ''
    const described = `only ${list.name} ${meaning}${detail}`
    const name = toName(filter)
    return isNamedKind(name) ? recordFlag(name, described) : flag(`--${name} <${value}>`, described)
  })
}

/**
 * Reads the filters as the interface does, so that both accept and mean the same. Only a state that no record can have
 * is rejected here: to the interface it is an open list (D23), to a person a typing mistake.
 *
 * @throws UsageError where a filter is wrong
 */
export function readFilters(list: ListOperation, { app: _app, ...flags }: FilterFlags): ListQuery {
  const { status } = flags
  if (status !== undefined && !list.statuses.includes(status)) {
    const near = suggest(status, list.statuses)
    throw new UsageError(
      `--status: No record has this state. ${near} There are: ${list.statuses.join(', ')}.`,
    )
  }
  const parameters = list.filters.flatMap((filter): readonly [string, string][] => {
    const value = Reflect.get(flags, flagOf(filter))
    return typeof value === 'string' ? [[filter, value]] : []
  })
  const checked = parseListQuery(list.query, parameters)
  if (checked.ok) return checked.value
  const [issue] = checked.issues
  throw new UsageError(`--${toName(Reflect.get(Object(issue), 'parameter'))}: ${issue?.message}`)
}
