import * as z from 'zod/mini'
import { describeZodIssue } from './describe-zod-issue.ts'

/** Where in a request a fault is: a JSON Pointer into the body, or the name of a parameter or header. */
export type IssueLocation =
  | { readonly pointer: string }
  | { readonly parameter: string }
  | { readonly header: string }

/** One fault of a request. The offending value itself is never part of it: it may be a token or an e-mail. */
export type Issue = IssueLocation & {
  /** Stable, snake_case, machine-readable. */
  readonly code: string
  /** What is allowed, for a person to read. */
  readonly message: string
}

/** The outcome of a schema check: the typed value, or every fault at once. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/** Turns a path inside a value into a location inside the request. */
type Locate = (path: readonly PropertyKey[]) => IssueLocation

/** Says what is wrong with a value, or what is allowed in its place. */
type DescribeFault = (issue: z.core.$ZodRawIssue) => string

const locateInBody: Locate = (path) => ({
  pointer: path.map((step) => `/${escapePointerStep(step)}`).join(''),
})

const locateInParameters: Locate = (path) => ({ parameter: String(path[0] ?? '') })

/**
 * Checks a JSON request body against its schema and reports every fault with a JSON Pointer.
 *
 * @param schema - the schema of the body
 * @param body - the parsed JSON
 * @param describe - says what is wrong where the schema has no words of its own. Default: as the interface does
 */
export function parseBody<Schema extends z.core.$ZodType>(
  schema: Schema,
  body: unknown,
  describe: DescribeFault = describeZodIssue,
): Checked<z.output<Schema>> {
  return toChecked(z.safeParse(schema, body, { reportInput: true, error: describe }), locateInBody)
}

/**
 * Checks path or query parameters against their schema and reports every fault with the parameter's name.
 *
 * @param schema - an object schema with one member per parameter
 * @param parameters - the raw text values by name
 */
export function parseParameters<Schema extends z.core.$ZodType>(
  schema: Schema,
  parameters: unknown,
): Checked<z.output<Schema>> {
  return toChecked(
    z.safeParse(schema, parameters, { reportInput: true, error: describeZodIssue }),
    locateInParameters,
  )
}

// The messages are given with each parse, not set for everybody.
function toChecked<T>(parsed: z.core.util.SafeParseResult<T>, locate: Locate): Checked<T> {
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, issues: parsed.error.issues.flatMap((issue) => toIssues(issue, locate)) }
}

function toIssues(issue: z.core.$ZodIssue, locate: Locate): readonly Issue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownMember(issue.path, key, locate))
  const location = locate(issue.path)
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return [{ ...location, code: 'required', message: `A value is required: ${issue.expected}.` }]
  }
  if (issue.code === 'invalid_value' && issue.input === undefined) {
    return [{ ...location, code: 'required', message: `A value is required: ${issue.values.join(' or ')}.` }]
  }
  const code = issue.code === 'custom' ? (issue.params?.['code'] ?? 'invalid_value') : issue.code
  return [{ ...location, code, message: issue.message }]
}

// A member's name helps to find a slip of the pen, but a name with digits may be a secret put in the wrong place.
function unknownMember(path: readonly PropertyKey[], key: string, locate: Locate): Issue {
  const isPlainWord = /^[A-Za-z]{1,30}$/.test(key)
  const location = locate(isPlainWord ? [...path, key] : path)
  const what = 'parameter' in location ? 'parameter' : 'member'
  return { ...location, code: 'unknown_member', message: `This ${what} is not known. Remove it.` }
}

// RFC 6901: `~` and `/` are the two characters that a pointer escapes.
function escapePointerStep(step: PropertyKey): string {
  return String(step).replaceAll('~', '~0').replaceAll('/', '~1')
}
