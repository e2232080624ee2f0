import * as z from 'zod/mini'
import { _isoDateTime, $ZodISODateTime } from 'zod/v4/core'

// From zod's core: `z.iso` would bring times and durations into every client.

/** A day of 24 hours, in milliseconds. */
export const dayMs = 86_400_000

/** An instant as RFC 3339 text with `Z` or an offset. */
export const instantSchema = z.string().check(
  _isoDateTime($ZodISODateTime, {
    offset: true,
    error: 'An RFC 3339 date and time with Z or an offset, such as 2027-01-31T00:00:00Z.',
  }),
)

/** Whether a text is a date such as `2026-05-31`, or an instant with `Z` or an offset. */
export const isDateOrInstant = (text: string): boolean =>
  z.safeParse(instantSchema, text.includes('T') ? text : `${text}T00:00:00Z`).success
