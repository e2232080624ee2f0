import * as z from 'zod/mini'
import { isPublicUrl } from '../lib/public-url.ts'
import { responseObject } from '../lib/response-object.ts'

/** One line that a person types: nothing that a database rejects, and nothing that turns the direction of other text. */
export const lineSchema = (charactersMax: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+$/u, 'One line of text.'),
      z.maxLength(charactersMax),
    )

/** Several lines that a person types, with nothing else in them that a line may not have. */
export const linesSchema = (charactersMax: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(
        /^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|\n)+$/u,
        'Text without control characters, but for the ends of lines.',
      ),
      z.maxLength(charactersMax),
    )

/** A place in the web that a person types, which others are led to. */
export const publicUrlSchema = z.string().check(
  z.trim(),
  z.refine(
    (text) => text.startsWith('https://') && isPublicUrl(text),
    'A URL that begins with https://, with a public host name, without user, password or spaces.',
  ),
)

/** An e-mail address that a person types. */
export const emailSchema = z.string().check(z.trim(), z.maxLength(254), z.email('An e-mail address.'))

/** Money that may also be owed by a member: the amount has a sign. */
export const signedMoneySchema = responseObject({
  amountMinor: z.string().check(z.regex(/^-?\d+$/)),
  currency: z.string(),
})

/** What can be said of the payment of a payout. */
export const paymentFactKindSchema = z.enum([
  'report',
  'retraction',
  'return',
  'confirmation',
  'confirmation_retraction',
  'dispute',
  'closing',
  'void',
])

/** A member, as people know them. */
export const memberSchema = responseObject({ id: z.guid(), name: z.string() })

/** What a list of an app tells beside its rows. */
export const appListMembers = {
  /** Whose they are: the app that was asked for, that of the member, or where something was earned last. */
  appId: z.nullable(z.guid()),
  apps: z.array(responseObject({ id: z.guid(), name: z.string() })),
  nextCursor: z.nullable(z.string()),
}

/** Where money of one currency is. */
export const placesMembers = {
  currency: z.string(),
  /** In no payout, and not available yet. */
  held: signedMoneySchema,
  /** Available, and in no payout. */
  available: signedMoneySchema,
  /** What members owe, as a positive amount. */
  owed: signedMoneySchema,
  /** In payouts, and not reported as paid. */
  toBePaid: signedMoneySchema,
  /** Reported as paid, and not confirmed by the member. */
  reported: signedMoneySchema,
  confirmed: signedMoneySchema,
  /** All of it: what members have earned. */
  earned: signedMoneySchema,
}
