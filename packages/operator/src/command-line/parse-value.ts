import {
  amountMinorSchema,
  currencyCodes,
  dayMs,
  isCurrencyCode,
  shopDomainSchema,
} from '@affiliate-platform/contract'
import { isPartOfId } from '@affiliate-platform/platform/workspaces'
import * as z from 'zod'
import { UsageError } from './operator-error.ts'
import { suggest } from './suggest.ts'

/** Reads the text of an option or argument. It throws a UsageError, which never repeats the text: it may be a key. */
export type ValueParser<T> = (text: string) => T

/** Rows of a list at most. */
export const rowsMax = 1000

const textCharactersMax = 200
const durationDaysMax = 90

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: dayMs }

export const parseId = parserOf(z.guid().toLowerCase(), 'A record id (UUID), as create and list print it.')

/** Reads a record id, or a part of one that may stand for it. */
export const parseIdOrPart = parserOf(
  z
    .string()
    .toLowerCase()
    .refine((text) => isId(text) || isPartOfId(text)),
  'A record id (UUID), as create and list print it, or at least 6 characters of its beginning or end.',
)

/** Whether a text is a record id, and no name. */
export const isId = (text: string): boolean => z.guid().safeParse(text).success

/** Reads one line of text. */
export const parseText = parserOf(
  z
    .string()
    .trim()
    .regex(new RegExp(`^[^\\p{Cc}\\p{Cs}\\u202a-\\u202e\\u2066-\\u2069]{1,${textCharactersMax}}$`, 'u')),
  `One line of text, 1 to ${textCharactersMax} characters, none of which turns the direction of text.`,
)

/** Reads the id or the name of a record. */
export const parseRecord =
  (name: string): ValueParser<string> =>
  (text) =>
    isId(text) ? text.toLowerCase() : parseText(name)(text)

/** Reads for how many days something waits. */
export const parseHoldDays = parserOf(
  z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .refine((days) => days <= 30),
  'A whole number from 0 to 30.',
)

export const parseDayOfMonth = parserOf(
  z
    .string()
    .regex(/^[1-9]\d?$/)
    .transform(Number)
    .refine((day) => day <= 31),
  'A day of the month, from 1 to 31.',
)

/** Reads a date, or an instant: as it was written, because when a day begins depends on the workspace. */
export const parseDayOrInstant = parserOf(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })]),
  "A date such as 2027-01-31, which begins at 00:00 in the workspace's time zone, or an RFC 3339 date and time such as 2027-01-31T00:00:00Z.",
)

/** Reads an instant, or a date that means its beginning in UTC, in milliseconds since 1970. */
export const parseTimeMs = parserOf(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })]).transform((text) => Date.parse(text)),
  'A date such as 2027-01-31, which begins at 00:00 UTC, or an RFC 3339 date and time such as 2027-01-31T00:00:00Z.',
)

/** Reads a date, such as `2027-01-31`. */
export const parseDay = parserOf(z.iso.date(), 'A date such as 2027-01-31.')

/** Reads an amount with its decimals, more than nothing. How many there may be depends on the currency. */
export const parseDecimal = parserOf(
  z
    .string()
    .regex(/^(?:0|[1-9]\d*)(?:\.\d+)?$/)
    .regex(/[1-9]/),
  'More than 0, as digits with a point before the decimals and nothing else, such as 125.00.',
)

/** Reads an amount in minor units, more than nothing. */
export const parseAmountMinor = parserOf(
  z
    .string()
    .refine((digits) => digits !== '0', 'More than 0.')
    .pipe(amountMinorSchema),
)

/** Reads a currency code case-insensitively, and returns it in upper case. */
export const parseCurrency = parserOf(
  z
    .string()
    .toUpperCase()
    .refine(isCurrencyCode, {
      error: ({ input }) =>
        ['A supported ISO 4217 settlement currency, such as USD.', suggest(`${input}`, currencyCodes)]
          .filter(Boolean)
          .join(' '),
    }),
)

/** Reads the number of a minor unit, from 1. */
export const parseUnit = parserOf(
  z
    .string()
    .regex(/^[1-9]\d{0,37}$/)
    .transform((digits) => BigInt(digits)),
  'A whole number from 1 on.',
)

export const parsePreviewHash = parserOf(
  z.string().regex(/^[\da-f]{64}$/),
  'The hash that payouts preview printed: 64 hexadecimal digits.',
)

/** Reads a port; 0 is any free one. */
export const parsePort = parserOf(
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65_535),
  'A port from 0 to 65535.',
)

/** Reads a shop's domain. */
export const parseShopDomain = parserOf(shopDomainSchema)

/** Reads a record's number on the platform. */
export const parseNumberId = parserOf(z.string().regex(/^[1-9]\d{0,19}$/), 'A number, such as 42.')

/** Reads a version of the Partner API. */
export const parseApiVersion = parserOf(
  z.string().regex(/^(?:\d{4}-\d\d|unstable)$/),
  'A version such as 2026-07.',
)

/** Reads where a list of the audit goes on. */
export const parseAuditPosition = parserOf(
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\/[\da-f-]{36}\/[a-z_]+$/),
  'What the previous list printed.',
)

/** Reads an anchor, as verify prints it. */
export const parseAnchor = parserOf(
  z.string().regex(/^[1-9]\d{0,8}:[\da-f]{64}$/),
  'An anchor, as verify prints it: a number, a colon and 64 hexadecimal digits.',
)

/** Reads how many rows a list may have. */
export const parseRows = parserOf(
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .refine((rows) => rows <= rowsMax),
  `A whole number from 1 to ${rowsMax}.`,
)

/** Reads a duration such as `90s`, `30m`, `24h` or `7d`, in milliseconds. */
export const parseDurationMs = parserOf(
  z
    .string()
    .regex(/^\d{1,7}[smhd]$/)
    .transform((text) => Number(text.slice(0, -1)) * (unitMs[text.slice(-1)] ?? Number.NaN))
    .refine((durationMs) => durationMs <= durationDaysMax * dayMs),
  `A duration such as 90s, 30m, 24h or 7d, at most ${durationDaysMax}d.`,
)

/**
 * Makes the parser of a schema, to be given the name of the option or argument.
 *
 * @param expected - what is expected; without it the schema's own words
 */
export function parserOf<T>(schema: z.core.$ZodType<T>, expected?: string): (name: string) => ValueParser<T> {
  return (name) => (text) => {
    // A script's variable that nothing was assigned to: what is expected of it would lead astray.
    if (text === '') throw new UsageError(`${name} is empty: did the command before it fail?`)
    const parsed = z.safeParse(schema, text)
    if (parsed.success) return parsed.data
    throw new UsageError(`${name}: ${expected ?? parsed.error.issues[0]?.message}`)
  }
}
