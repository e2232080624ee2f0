import * as z from 'zod/mini'
import type { EnteredCause, importedCause } from '../../lib/commission-causes.ts'
import { instantSchema } from '../../lib/instants.ts'
import { moneyResponseSchema } from '../../lib/money.ts'
import type { Phrase, PhraseCode } from '../../lib/phrases.ts'
import { responseObject } from '../../lib/response-object.ts'

const text = z.string()

/** A code with its parameters. */
export const phraseSchema = responseObject({ code: text })

/** The same, of some codes. */
export const phraseOf = <Code extends PhraseCode>() => phraseSchema as unknown as z.ZodMiniType<Phrase<Code>>

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

/** How an amount follows from a base, as text that a person can check with a pocket calculator. */
export type Arithmetic = z.infer<typeof arithmeticSchema>

/** The contract that applied to a sale. */
export const explainedContractSchema = responseObject({
  id: z.guid(),
  appliesFrom: instantSchema,
  copiedFrom: phraseOf<'terms_version' | 'agreement'>(),
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

/** Why a commission is available when it is. */
export type Because = Phrase<
  | ('collected' | 'installed' | 'taken_back' | 'given_back' | 'corrected' | 'referral_voided')
  | (EnteredCause | typeof importedCause | 'undone')
>

/** Why a commission is what it is. */
export const explanationMembers = {
  commission: responseObject({
    id: z.guid(),
    entry: text,
    saleKind: z.nullable(text),
    availableAt: instantSchema,
    because: phraseOf<Because['code']>(),
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

/** Why a commission is what it is, alone. */
export const commissionExplanationSchema = responseObject(explanationMembers)

/** Why a commission is what it is: the same object in every response, tool and command. */
export type CommissionExplanation = z.infer<typeof commissionExplanationSchema>
