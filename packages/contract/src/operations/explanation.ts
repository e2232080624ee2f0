import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { moneyResponseSchema } from '../lib/money.ts'
import { responseObject } from '../lib/response-object.ts'

const text = z.string()

/** How an amount follows from the base of its position. */
export const arithmeticSchema = responseObject({
  rateBps: z.int(),
  basis: text,
  baseBefore: text,
  baseChange: text,
  worthBefore: text,
  worthAfter: text,
  exact: text,
  fractionCarried: text,
})

/** The contract that applied to a sale. */
export const explainedContractSchema = responseObject({
  id: z.guid(),
  appliesFrom: instantSchema,
  copiedFrom: text,
  rulesHash: text,
})

/** The referral of a shop, and its evidence. */
export const explainedReferralSchema = responseObject({
  id: z.guid(),
  shop: text,
  installedAt: instantSchema,
  endsAt: z.nullable(instantSchema),
  evidence: z.array(responseObject({ kind: text, at: instantSchema })),
})

/** A sale, adjustment or credit as the commerce platform told it. */
export const explainedAppTransactionSchema = responseObject({
  platformId: text,
  revision: z.int(),
  gross: text,
  net: text,
  chargeId: z.nullable(text),
  collectedAt: instantSchema,
  importRun: z.guid(),
})

/** Why a commission is what it is. */
export const explanationMembers = {
  commission: responseObject({
    id: z.guid(),
    entry: text,
    saleKind: z.nullable(text),
    availableAt: instantSchema,
    because: text,
  }),
  arithmetic: z.nullable(arithmeticSchema),
  contract: z.nullable(explainedContractSchema),
  referral: z.nullable(explainedReferralSchema),
  appTransaction: z.nullable(explainedAppTransactionSchema),
  takenBack: z.array(
    responseObject({ platformId: text, collectedAt: instantSchema, gross: text, base: text }),
  ),
  reports: z.array(
    responseObject({
      id: z.guid(),
      amount: moneyResponseSchema,
      method: text,
      reference: z.nullable(text),
      paidAt: instantSchema,
    }),
  ),
  confirmations: z.array(
    responseObject({ id: z.guid(), reportId: z.guid(), amount: moneyResponseSchema, at: instantSchema }),
  ),
}
