import { currencyCodes } from '@affiliate-platform/contract'
import * as z from 'zod'

// What a user of zod would write for these two operations.

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** The query of the payouts list. */
export const payoutsQuery = z
  .strictObject({
    programId: z.guid().toLowerCase().optional(),
    groupId: z.guid().toLowerCase().optional(),
    membershipId: z.guid().toLowerCase().optional(),
    from: instant.optional(),
    to: instant.optional(),
    currency: z.string().length(3).toUpperCase().optional(),
    status: z.string().min(1).max(40).optional(),
    cursor: z.string().min(1).max(1500).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(50),
  })
  .transform(({ from, to, ...query }) => ({ ...query, fromMs: from, toMs: to }))

const money = z.strictObject({
  amountMinor: z.string().regex(/^(?:0|[1-9]\d{0,37})$/),
  currency: z.enum(currencyCodes),
})

/** The body of a terms write. */
export const termsBody = z.strictObject({
  rules: z.strictObject({
    basis: z.enum(['gross', 'net']),
    rateBps: z.int().min(0).max(10_000),
    cpi: money,
    includedSaleKinds: z
      .array(z.enum(['subscription_sale', 'usage_sale', 'one_time_sale']))
      .refine((kinds) => new Set(kinds).size === kinds.length),
    durationMonths: z.int().min(1).max(1200).nullable(),
    holdDays: z.int().min(0).max(3650),
    threshold: money,
    windowDays: z.int().min(1).max(365),
    allowExistingShops: z.boolean(),
    allowManualClaims: z.boolean(),
    thresholds: z.array(money).max(30).optional(),
  }),
  effectiveAt: z.iso.datetime({ offset: true }).optional(),
})

/** The path parameter of a terms write. */
export const membershipId = z.guid().toLowerCase()

/** The header that names a write. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()
