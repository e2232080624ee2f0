import { z } from 'zod'
import { mantleRulesSchema } from './resolve-rules.ts'

const id = z.string().min(1).max(200)
const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null)
const amount = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? null)
const yes = z
  .boolean('it is neither yes nor no')
  .nullish()
  .transform((value) => value ?? false)

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null)

// An object without a word is none.
const rulesOrNull = orNull(mantleRulesSchema).transform((rules) =>
  rules !== null && Object.values(rules).some((rule) => rule !== null) ? rules : null,
)

/** A group of members: in a program with its rules, in a member perhaps by its id alone. */
export const groupSchema = z.looseObject({ id: text, rules: rulesOrNull })

/** A program as it lies within others: the export has no file of programs. */
export const programSchema = z.looseObject({
  ...{ id, name: text, appId: text, deletedAt: text },
  rules: rulesOrNull,
  groups: orNull(z.array(groupSchema)),
  removeOnUninstallDays: amount,
  startCountingCommissionFrom: text,
})

/** A shop as the public API knows it: its referrals name a customer and no domain. */
export const customerSchema = z.looseObject({ id, shopifyDomain: text })

/** What a shop has of the app. */
export const installationSchema = z.looseObject({
  myshopifyDomain: text,
  platformId: text,
  uninstalledAt: text,
})

/** A sale as Mantle knew it. */
export const transactionSchema = z.looseObject({ date: text, type: text, grossAmountCurrencyCode: text })

export const deciderSchema = z.looseObject({ name: text, email: text })

export const membershipSchema = z.looseObject({
  ...{ affiliateProgramId: id, handle: text, status: text },
  ...{ createdAt: text, approvedAt: text, rejectedAt: text, deletedAt: text },
  rules: rulesOrNull,
  rulesOverride: text,
  group: orNull(groupSchema),
  program: orNull(programSchema),
  affiliateProgram: orNull(programSchema),
})

export const affiliateSchema = z.looseObject({
  ...{ id, name: text, email: text, paypalEmail: text, payoutHold: yes, createdAt: text, deletedAt: text },
  startCountingCommissionFrom: text,
  memberships: z
    .array(membershipSchema)
    .nullish()
    .transform((list) => list ?? []),
})

export const attributionSchema = z.looseObject({
  ...{ id, affiliateId: id, affiliateProgramId: id },
  ...{ date: text, createdAt: text, deletedAt: text, appListingPageViewId: text },
  rules: rulesOrNull,
  program: orNull(programSchema),
  affiliateProgram: orNull(programSchema),
  appInstallation: orNull(installationSchema),
})

/** What a member claims to have brought. */
export const claimSchema = z.looseObject({
  ...{ id, affiliateId: id, affiliateProgramId: id, customerName: text, date: text, notes: text },
  ...{ approvedAt: text, rejectedAt: text, decisionNotes: text, createdAt: text, deletedAt: text },
  decisionBy: orNull(deciderSchema),
  appInstallation: orNull(installationSchema),
})

export const commissionSchema = z.looseObject({
  ...{ id, affiliateId: id, affiliateProgramId: id, affiliateAttributionId: text, transactionId: text },
  ...{
    amount,
    date: text,
    updatedAt: text,
    cancelled: yes,
    cancelReason: text,
    deletedAt: text,
    payoutId: text,
  },
  // Only PartnerDex says it: whether it came from Mantle, or was computed there.
  origin: text,
  transaction: orNull(transactionSchema),
})

export const payoutSchema = z.looseObject({
  ...{
    id,
    number: amount,
    affiliateId: id,
    affiliateProgramId: text,
    status: text,
    amount,
    amountPaid: amount,
  },
  // Only PartnerDex says it.
  currency: text,
  ...{ periodEnd: text, paidAt: text, paymentMethod: text, createdAt: text, deletedAt: text },
})

export type MantleProgram = z.output<typeof programSchema>
export type MantleAffiliate = z.output<typeof affiliateSchema>
export type MantleMembership = z.output<typeof membershipSchema>
export type MantleAttribution = z.output<typeof attributionSchema>
export type MantleClaim = z.output<typeof claimSchema>
export type MantleCommission = z.output<typeof commissionSchema>
export type MantlePayout = z.output<typeof payoutSchema>
