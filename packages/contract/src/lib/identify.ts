import * as z from 'zod/mini'
import type { Issue } from './issues.ts'
import * as limits from './limits.ts'
import { responseObject } from './response-object.ts'

// The pattern is applied to the text as sent: a Unicode letter that lower-cases to ASCII must not slip through.
const shopDomainPattern = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/i

/** A shop's permanent domain, lower-cased: one label and `.myshopify.com`, nothing else. */
export const shopDomainSchema = z
  .string()
  .check(
    z.regex(
      shopDomainPattern,
      'A shop domain such as example.myshopify.com: no scheme, port, path or dot after it.',
    ),
    z.toLowerCase(),
  )

const contactText = (charactersMax: number) =>
  z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(charactersMax),
        z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'No control characters.'),
      ),
  )

const accessTokenSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(limits.accessTokenCharactersMax),
    z.regex(/^[\x21-\x7e]+$/, 'Visible ASCII characters.'),
  )

/** The names of the contact fields of an identify request. */
export const contactFieldNames = ['email', 'ownerName', 'country', 'shopifyPlan', 'phone'] as const

/**
 * The schema step of an identify request (interface 4.3), all three variants in one closed object.
 * What must come together is the second step, `checkIdentify`.
 */
export const identifyRequestSchema = z
  .strictObject({
    myshopifyDomain: shopDomainSchema,
    accessToken: z.optional(accessTokenSchema),
    appId: z.optional(z.guid().check(z.toLowerCase())),
    email: z.optional(
      z.string().check(z.trim(), z.maxLength(limits.emailCharactersMax), z.email('An e-mail address.')),
    ),
    ownerName: contactText(limits.contactTextCharactersMax),
    country: contactText(limits.contactTextCharactersMax),
    shopifyPlan: contactText(limits.contactTextCharactersMax),
    phone: contactText(limits.phoneCharactersMax),
  })
  .check(
    z.refine(({ accessToken, appId }) => accessToken === undefined || appId !== undefined, {
      path: ['appId'],
      error: 'Required together with accessToken.',
      params: { code: 'required' },
    }),
  )

/** An identify request that passed the schema step. */
export type IdentifyRequest = z.output<typeof identifyRequestSchema>

/** Identification at install: the service reads the contact itself with the transient token. */
export interface InstallIdentification {
  /** The shop's permanent domain, such as `example-shop.myshopify.com`. */
  readonly myshopifyDomain: string
  /** The platform's access token. Used once, then discarded; never stored. */
  readonly accessToken: string
  /** The id of the caller's app on the affiliate platform. */
  readonly appId: string
}

/** Contact fields that the caller read itself. The phone is opt-in and absent by default. */
export interface ContactFields {
  /** E-mail address, at most 320 characters. */
  readonly email?: string | undefined
  /** Name of the owner, at most 255 characters. */
  readonly ownerName?: string | undefined
  /** Name of the country, at most 255 characters. */
  readonly country?: string | undefined
  /** Display name of the plan, at most 255 characters. */
  readonly shopifyPlan?: string | undefined
  /** Phone number, at most 50 characters. */
  readonly phone?: string | undefined
}

/** Identification in a backfill: contact fields and a transient token. */
export interface BackfillIdentification extends InstallIdentification, ContactFields {}

/** Identification at uninstall: contact fields only, no token. */
export interface UninstallIdentification extends ContactFields {
  /** The shop's permanent domain, such as `example-shop.myshopify.com`. */
  readonly myshopifyDomain: string
}

/** One of the three variants of an identify request (interface 4.3). */
export type Identification = InstallIdentification | BackfillIdentification | UninstallIdentification

/**
 * The second step of an identify request: there must be something to learn from.
 *
 * @returns the issues, empty when a token or at least one contact field is there
 */
export function checkIdentify(request: IdentifyRequest): readonly Issue[] {
  const hasSource =
    request.accessToken !== undefined || contactFieldNames.some((name) => request[name] !== undefined)
  if (hasSource) return []
  const message = `Send accessToken with appId, or at least one of ${contactFieldNames.join(', ')}.`
  return [{ pointer: '', code: 'nothing_to_identify', message }]
}

/** What became of the uninstall watch: it never decides whether the contact was identified. */
export const uninstallWatchOutcomes = [
  'registered',
  'already_registered',
  'not_configured',
  'denied',
  'failed',
  'not_requested',
] as const

/** What became of the uninstall watch. */
export type UninstallWatchOutcome = (typeof uninstallWatchOutcomes)[number]

/** A successful identify response (interface 4.3). Only `ok` is certain; unknown members are kept. */
export const identifyResponseSchema = responseObject({
  ok: z.boolean(),
  requestId: z.optional(z.string()),
  receiptId: z.optional(z.string()),
  contact: z.optional(z.string()),
  uninstallWatch: z.optional(z.string()),
})

/** A successful identify response. */
export type IdentifyResponse = z.infer<typeof identifyResponseSchema>
