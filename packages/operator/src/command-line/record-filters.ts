import {
  type FilterName,
  type ListOperation,
  type ListQuery,
  parseListQuery,
} from '@affiliate-platform/contract'
import type { Queryable } from '@affiliate-platform/platform/database'
import type { Option } from 'commander'
import { flag } from './act.ts'
import { UsageError } from './operator-error.ts'
import { parseCurrency, parseText, type ValueParser } from './parse-value.ts'
import { idFlag, isNamedKind, recordFlag } from './record-name.ts'
import { suggest } from './suggest.ts'
import { toEnd, toInstant } from './to-instant.ts'

/** The name of a filter in the flags: `program` of `programId`. */
type FlagOf<Filter extends string> = Filter extends `${infer Kind}Id` ? Kind : Filter

export type FilterFlags = { readonly [Filter in FilterName as FlagOf<Filter>]?: string }

/** What the flags of a list say of its records. */
export interface FilterWords {
  /** The names that `--search` looks through. */
  readonly searched: string
  /** What happened at the time that `--from` and `--to` mean. Default: `created`. */
  readonly happened?: string
}

/** What `--from` of a list takes. */
export const fromWords = "a date (00:00 in the workspace's time zone) or an RFC 3339 time"

/** What `--to` of a list takes. */
export const toWords = 'a date includes the whole day there'

const describeFilters = ({
  searched,
  happened = 'created',
}: FilterWords): Readonly<Record<FilterName, readonly [value: string, meaning: string]>> => ({
  appId: ['id', 'of this app (default: the only one of the workspace)'],
  programId: ['id', 'of this program'],
  groupId: ['id', 'of this group'],
  membershipId: ['id', 'of this membership'],
  payoutId: ['id', 'in this payout, also in a voided one'],
  from: ['time', `${happened} then or later: ${fromWords}`],
  to: ['time', `${happened} before then; ${toWords}`],
  postedFrom: ['time', `booked then or later: ${fromWords}`],
  postedTo: ['time', `booked before then; ${toWords}`],
  currency: ['code', 'in this currency'],
  status: ['status', 'in this state'],
  search: ['text', `whose ${searched} contains this`],
})

// The interface accepts a currency that it does not know yet; from a person it is a typing mistake.
const parsers: Readonly<Record<string, (name: string) => ValueParser<unknown>>> = {
  currency: parseCurrency,
  search: parseText,
}

const flagOf = (filter: string): string => filter.replace(/Id$/, '')

/** A filter as it is written: `posted-from` of `postedFrom`. */
const toName = (filter: string): string =>
  flagOf(filter).replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)

/** The flags of the filters that a list of the interface has. */
export function filterOptions(list: ListOperation, words: FilterWords): readonly Option[] {
  const described = describeFilters(words)
  return list.filters.map((filter) => {
    const name = toName(filter)
    const [value, meaning] = described[filter]
    const description = `only ${list.name} ${meaning}`
    if (isNamedKind(name)) return recordFlag(name, description)
    if (name === 'payout') return idFlag('--payout <id>', name, description)
    const option = flag(`--${name} <${value}>`, description, parsers[name])
    // For help and completion: a wrong one is rejected with the nearest.
    if (name === 'status') option.argChoices = [...list.statuses]
    return option
  })
}

const beginnings = ['from', 'postedFrom'] as const
const ends = ['to', 'postedTo'] as const

// The interface says how to write it in an address, which a command line is not.
const timeExpected =
  'A date such as 2026-05-31, or a date and time with Z or an offset, such as 2026-05-31T00:00:00+02:00.'

/** Puts instants in the place of days, which the interface would read in UTC. */
export async function toInstants<Flags extends FilterFlags>(
  database: Queryable,
  workspaceId: string,
  flags: Flags,
): Promise<Flags> {
  const instants: Partial<Record<FilterName, string>> = {}
  for (const name of beginnings) {
    const given = flags[name]
    if (given) instants[name] = (await toInstant(database, workspaceId, given)).toISOString()
  }
  for (const name of ends) {
    const given = flags[name]
    if (given) instants[name] = (await toEnd(database, workspaceId, given)).toISOString()
  }
  return { ...flags, ...instants }
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
    const all = `Use one of: ${list.statuses.join(', ')}.`
    throw new UsageError(`--status: Unknown state. ${[near, all].filter(Boolean).join(' ')}`)
  }
  const parameters = list.filters.flatMap((filter): readonly [string, string][] => {
    const value = Reflect.get(flags, flagOf(filter))
    return typeof value === 'string' ? [[filter, value]] : []
  })
  const checked = parseListQuery(list.query, parameters)
  if (checked.ok) return checked.value
  const [issue] = checked.issues
  const parameter = Reflect.get(Object(issue), 'parameter')
  const isTime = issue?.code === 'invalid_union' && [...beginnings, ...ends].includes(parameter)
  throw new UsageError(`--${toName(parameter)}: ${isTime ? timeExpected : issue?.message}`)
}
