import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { createListQuerySchema } from '../../lib/list-query.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../../operations/definitions/operation.ts'
import { payoutStatuses } from '../../operations/lists/list-payouts.ts'
import { arithmeticSchema, type Because, phraseOf } from '../../operations/parts/explanation.ts'
import { signedMoneySchema } from '../parts.ts'
import { waitingSchema } from '../waiting.ts'

/** A commission as its member sees it. */
export const earningSchema = responseObject({
  id: z.guid(),
  entry: z.string(),
  saleKind: z.nullable(z.string()),
  /** The shop, but for most of its letters; null for what no shop has paid. */
  shop: z.nullable(z.string()),
  amount: signedMoneySchema,
  status: z.string(),
  accruedAt: instantSchema,
  availableAt: instantSchema,
})

/** Lists what a member has earned, the latest first: all of it, or the lines of a payout. */
export const listEarnings = defineOperation({
  id: 'listEarnings',
  method: 'GET',
  path: '/api/portal/v1/memberships/:id/earnings',
  pathRecord: 'membership',
  sources: ['member_session', 'member_view'],
  query: createListQuerySchema(['payoutId', 'currency', 'status']),
  response: responseObject({ items: z.array(earningSchema), nextCursor: z.nullable(z.string()) }),
})

/** Says why a commission is what it is, and why it is not paid yet. */
export const explainEarning = defineOperation({
  id: 'explainEarning',
  method: 'GET',
  path: '/api/portal/v1/earnings/:id/explanation',
  pathRecord: 'commission',
  sources: ['member_session', 'member_view'],
  response: responseObject({
    ...earningSchema.shape,
    /** The payout that it is in, and when that was made; null in none. */
    payout: z.nullable(
      responseObject({ id: z.guid(), status: z.enum(payoutStatuses), createdAt: instantSchema }),
    ),
    /** What it comes from. */
    because: phraseOf<Because['code']>(),
    /** Null where no sale is behind it. */
    arithmetic: z.nullable(arithmeticSchema),
    /** What the shop paid: in all, what of it counts, and when. */
    sale: z.nullable(responseObject({ gross: z.string(), net: z.string(), at: instantSchema })),
    /** What the shop got back. */
    refunds: z.array(responseObject({ gross: z.string(), at: instantSchema })),
    /** How the shop came, and until when it earns. */
    referral: z.nullable(
      responseObject({
        installedAt: instantSchema,
        endsAt: z.nullable(instantSchema),
        evidence: z.array(responseObject({ kind: z.string(), at: instantSchema })),
      }),
    ),
    /** Since when its terms are fixed. */
    termsFrom: z.nullable(instantSchema),
    /** What is missing before it is paid; null in a payout. */
    waiting: z.nullable(waitingSchema),
  }),
})
