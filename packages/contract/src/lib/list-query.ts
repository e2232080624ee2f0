import * as z from 'zod/mini'
import { dayMs, isDateOrInstant } from './instants.ts'
import { type Checked, type Issue, parseParameters } from './issues.ts'
import * as limits from './limits.ts'

const idFilterSchema = z.guid('A record id (UUID).').check(z.toLowerCase())

const instantFilterSchema = z.string().check(
  z.refine(isDateOrInstant, {
    error: 'A date such as 2026-05-31, or a date and time with Z or an offset (write + as %2B).',
    params: { code: 'invalid_union' },
  }),
)

const filterSchemas = {
  appId: z.string(),
  programId: idFilterSchema,
  groupId: idFilterSchema,
  membershipId: idFilterSchema,
  payoutId: idFilterSchema,
  from: instantFilterSchema,
  to: instantFilterSchema,
  postedFrom: instantFilterSchema,
  postedTo: instantFilterSchema,
  currency: z
    .string()
    .check(z.minLength(limits.currencyCharacters), z.maxLength(limits.currencyCharacters), z.toUpperCase()),
  status: z.string().check(z.minLength(1), z.maxLength(limits.statusCharactersMax)),
  search: z.string().check(z.maxLength(limits.searchCharactersMax), z.trim()),
}

/** A filter that a list can have. */
export type FilterName = keyof typeof filterSchemas

const pageSchemas = {
  cursor: z.string().check(z.minLength(1), z.maxLength(limits.cursorCharactersMax)),
  limit: z
    .string()
    .check(
      z.regex(/^(?:[1-9]|[1-4]\d|50)$/, `A whole number from 1 to ${limits.pageRowsMax} in plain digits.`),
    ),
}

/**
 * Creates the schema of a list's query as text (interface 4.2). Absent members mean no filter; an empty value is
 * rejected except for `appId` and `search`.
 */
export function createListQuerySchema(filters: readonly FilterName[]): ListQuerySchema {
  const schemas = { ...filterSchemas, ...pageSchemas }
  const names = [...filters, 'cursor', 'limit'] as const
  const shape = Object.fromEntries(names.map((name) => [name, z.optional<z.ZodMiniType>(schemas[name])]))
  return z.strictObject(shape) as ListQuerySchema
}

type AllSchemas = typeof filterSchemas & typeof pageSchemas

/** The schema of a list's query. Its `shape` has the names that the list knows, and no others. */
export type ListQuerySchema = z.ZodMiniObject<
  { readonly [Name in keyof AllSchemas]: z.ZodMiniOptional<AllSchemas[Name]> },
  z.core.$strict
>

/** The query of a list, checked and normalised. Instants are milliseconds since 1970. */
export interface ListQuery {
  /** Another app than the caller's is rejected later; absent, empty and `null` mean no filter. */
  readonly appId?: string
  /** Lower-case UUID. Unknown and foreign ids are rejected later, as for the next three. */
  readonly programId?: string
  /** Lower-case UUID. */
  readonly groupId?: string
  /** Lower-case UUID. */
  readonly membershipId?: string
  /** Lower-case UUID. */
  readonly payoutId?: string
  /** Created at or after this instant. */
  readonly fromMs?: number
  /** Created before this instant. */
  readonly toMs?: number
  /** Booked at or after this instant. */
  readonly postedFromMs?: number
  /** Booked before this instant. */
  readonly postedToMs?: number
  /** Upper case; need not be a supported code. */
  readonly currency?: string
  /** 1 to 40 characters; need not be a known state. */
  readonly status?: string
  /** Trimmed, not empty. */
  readonly search?: string
  /** The `nextCursor` of the page before, unchecked. */
  readonly cursor?: string
  /** Rows per page, 1 to 50. */
  readonly limit: number
}

/**
 * Checks the query of a list: unknown, repeated, empty and malformed parameters, all at once.
 *
 * @param schema - the `query` of the list's operation
 * @param parameters - the decoded query parameters in order, repeated ones included
 */
export function parseListQuery(
  schema: ListQuerySchema,
  parameters: Iterable<readonly [string, string]>,
): Checked<ListQuery> {
  const checked = parseQuery(schema, parameters)
  return checked.ok ? toListQuery(checked.value) : checked
}

/** The schema of the query of an operation that is no list. */
export type QuerySchema = z.ZodMiniObject<
  Readonly<Record<string, z.ZodMiniString | z.ZodMiniOptional<z.ZodMiniString>>>,
  z.core.$strict
>

/**
 * Checks a query: unknown, repeated, empty and malformed parameters, all at once.
 *
 * @param schema - a closed object with one member per parameter
 * @param parameters - the decoded query parameters in order, repeated ones included
 */
export function parseQuery<Schema extends z.core.$ZodType & { readonly shape: object }>(
  schema: Schema,
  parameters: Iterable<readonly [string, string]>,
): Checked<z.output<Schema>> {
  const { values, repeated } = collectParameters(schema, parameters)
  const checked = parseParameters(schema, values)
  const issues = checked.ok ? repeated : [...checked.issues, ...repeated]
  return checked.ok && issues.length === 0 ? checked : { ok: false, issues }
}

function collectParameters(
  schema: { readonly shape: object },
  parameters: Iterable<readonly [string, string]>,
) {
  const values = new Map<string, string>()
  const repeated: Issue[] = []
  for (const [name, value] of parameters) {
    if (values.has(name)) {
      // An unknown name is reported as unknown, and may be anything: only a known one is named.
      const parameter = Object.hasOwn(schema.shape, name) ? name : ''
      repeated.push({ parameter, code: 'repeated', message: 'Send this parameter once.' })
    }
    values.set(name, value)
  }
  // A parameter named __proto__ stays a plain, unknown name here.
  return { values: Object.fromEntries(values), repeated }
}

function toListQuery(raw: z.output<ListQuerySchema>): Checked<ListQuery> {
  const { appId, from, to, postedFrom, postedTo, search, limit = limits.pageRowsDefault, ...rest } = raw
  const issues = [...checkRange({ from, to }), ...checkRange({ postedFrom, postedTo })]
  if (issues.length > 0) return { ok: false, issues }
  const query = {
    ...rest,
    limit: Number(limit),
    ...(appId && appId !== 'null' && { appId }),
    ...(search && { search }),
    ...(from && { fromMs: toLowerBoundMs(from) }),
    ...(to && { toMs: toUpperBoundMs(to) }),
    ...(postedFrom && { postedFromMs: toLowerBoundMs(postedFrom) }),
    ...(postedTo && { postedToMs: toUpperBoundMs(postedTo) }),
  }
  return { ok: true, value: query as ListQuery }
}

const isDate = (text: string): boolean => !text.includes('T')

// `to` is exclusive for an instant, and takes in the whole UTC day for a date.
const toUpperBoundMs = (text: string): number => toLowerBoundMs(text) + (isDate(text) ? dayMs : 0)

/** Faults of a range, whose bounds come by their names, the lower one first. */
function checkRange(bounds: Readonly<Record<string, string | undefined>>): readonly Issue[] {
  const [[parameter, from] = [], [upper, to] = []] = Object.entries(bounds)
  if (!parameter || !from || !to || !isReversed(from, to)) return []
  return [{ parameter, code: 'range_reversed', message: `${parameter} must not be after ${upper}.` }]
}

// A range that starts at the end of a whole day starts after that day.
function isReversed(from: string, to: string): boolean {
  const gapMs = toLowerBoundMs(from) - toUpperBoundMs(to)
  return isDate(to) ? gapMs >= 0 : gapMs > 0
}

// `from` is inclusive; a date means its first millisecond in UTC. Creation times are whole milliseconds: a bound between
// two of them counts as the later one, for either end.
function toLowerBoundMs(text: string): number {
  const hasFinerFraction = /\.\d{3}\d*[1-9]/.test(text)
  return Date.parse(text) + (hasFinerFraction ? 1 : 0)
}
