import * as z from 'zod/mini'
import { _isoDate, _isoDateTime, $ZodISODate, $ZodISODateTime } from 'zod/v4/core'

// From zod's core: `z.iso` would bring times and durations into every client.

/** A date as RFC 3339 text: `2026-05-31`. */
const dateSchema = z.string().check(_isoDate($ZodISODate))

/** An instant as RFC 3339 text with `Z` or an offset. */
export const instantSchema = z.string().check(
  _isoDateTime($ZodISODateTime, {
    offset: true,
    error: 'An RFC 3339 date and time with Z or an offset, such as 2027-01-31T00:00:00Z.',
  }),
)

/** Whether a text is a date, or an instant with `Z` or an offset. */
export const isDateOrInstant = (text: string): boolean =>
  [dateSchema, instantSchema].some((schema) => z.safeParse(schema, text).success)
