import * as z from 'zod/mini'
import { problemSchema } from '../../lib/errors.ts'
import { identifyRequestSchema, identifyResponseSchema, uninstallWatchOutcomes } from '../../lib/identify.ts'
import { type Component, text } from '../../lib/openapi-notes.ts'

const anyIdentification = z.strictObject(identifyRequestSchema.shape)
const contactFields = z.omit(anyIdentification, { myshopifyDomain: true, accessToken: true, appId: true })

const installIdentificationSchema = z.required(
  z.pick(anyIdentification, { myshopifyDomain: true, accessToken: true, appId: true }),
)
const backfillIdentificationSchema = z.extend(installIdentificationSchema, contactFields.shape)
const uninstallIdentificationSchema = z.omit(anyIdentification, { accessToken: true })

/** A rejection of the identify endpoint: a problem document that also says `ok: false` (interface 4.3). */
export const identifyProblemSchema = z.extend(problemSchema, { ok: z.literal(false) })

/** The body of an identify request as generators understand it: one of three objects, instead of one with rules. */
export const identificationSchema = z.union([
  installIdentificationSchema,
  backfillIdentificationSchema,
  uninstallIdentificationSchema,
])

// Patterns are written for every engine that a generator may use: ECMAScript without `u`, Python, RE2. Each takes all
// that the service takes: it trims texts, and reads domains case-insensitively.
const tokenless = {
  myshopifyDomain: {
    description: 'The permanent domain of the shop on the platform. Upper case is lowered.',
    pattern: '^[A-Za-z0-9][A-Za-z0-9-]{0,62}\\.[Mm][Yy][Ss][Hh][Oo][Pp][Ii][Ff][Yy]\\.[Cc][Oo][Mm]$',
  },
  appId: text("The id of the caller's app."),
}

const tokenFields = {
  ...tokenless,
  accessToken: {
    description: 'Transient access token of the platform. Used once, never stored.',
    pattern: '^\\s*[\\x21-\\x7e]+\\s*$',
  },
}

const pattern = '^[^\\x00-\\x1f\\x7f-\\x9f]*$'

const contactWords = {
  email: {
    description: 'E-mail address of the shop.',
    pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    format: undefined,
    examples: ['owner@example.com'],
  },
  ownerName: { description: 'Name of the owner.', pattern },
  country: { description: 'Name of the country.', pattern },
  shopifyPlan: { description: 'Display name of the plan.', pattern },
  phone: { description: 'Phone number: opt-in, absent by default.', pattern },
}

/** The schemas of identification that the document names, with their words (interface 4.3). */
export const identifyComponents = {
  InstallIdentification: {
    schema: installIdentificationSchema,
    description: 'At install: a token to read the contact with.',
    members: tokenFields,
  },
  BackfillIdentification: {
    schema: backfillIdentificationSchema,
    description:
      'In a backfill: a token, and at least one contact field for what cannot be read with it. Texts are trimmed.',
    minProperties: 4,
    members: { ...tokenFields, ...contactWords },
  },
  UninstallIdentification: {
    schema: uninstallIdentificationSchema,
    description: 'At uninstall: at least one contact field, and no token. Texts are trimmed.',
    minProperties: 2,
    members: { ...tokenless, ...contactWords },
  },
  IdentifyRequest: {
    schema: identificationSchema,
    description: 'Where the contact of a shop comes from: a token, contact fields, or both.',
  },
  IdentifyResponse: {
    schema: identifyResponseSchema,
    description: 'A call succeeded only with a 2xx status and `ok: true`. Further members may come.',
    members: {
      ok: text("True: the shop's business contact is identified and stored."),
      requestId: text('The same as the `X-Request-Id` header.'),
      receiptId: text('The id of the append-only receipt of this call.'),
      contact: {
        description: 'Whether the contact was `read` from the platform or `provided` by the caller.',
        examples: ['read', 'provided'],
      },
      uninstallWatch: {
        description: 'The outcome of the uninstall watch. A failed watch does not undo the identification.',
        examples: uninstallWatchOutcomes,
      },
    },
  },
} satisfies Readonly<Record<string, Component>>
