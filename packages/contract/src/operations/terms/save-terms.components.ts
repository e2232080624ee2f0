import * as limits from '../../lib/limits.ts'
import { type Component, recordIds, text } from '../../lib/openapi-notes.ts'
import { saveTermsRequestSchema, termsRulesSchema, termsVersionSchema } from '../../lib/terms.ts'

const termsRules = {
  basis: text('What the rate applies to: the `gross` amount of the sales that count, or the `net` one.'),
  rateBps: text(
    'Commission rate in basis points: 2000 is 20 %, 20 is 0.2 %. A rate of 0 needs a positive `cpi`.',
  ),
  cpi: text('Install reward. The amount "0" switches it off.'),
  includedSaleKinds: {
    description: 'Kinds of sale that earn commission. At least one when `rateBps` is above 0.',
    uniqueItems: true,
  },
  durationMonths: text(
    'For how many months sales earn, counted in calendar months from the install; null for no limit.',
  ),
  holdDays: text('Days that a commission is held before it counts.'),
  threshold: text('Primary payout threshold: what must be due before a payout is made.'),
  windowDays: text(
    'For how many days before an install a view of a link counts, and after it a code that the merchant types.',
  ),
  allowExistingShops: text('Whether shops that had the app before may be referred.'),
  allowManualClaims: text('Whether shops may be claimed by hand, as far as group and membership permit it.'),
  thresholds: text(
    'One threshold per currency. The primary one is among them with exactly its amount. Left out, it is the only one.',
  ),
}

/** The schemas of terms that the document names, with their words (interface 2.2 and 2.3). */
export const termsComponents = {
  TermsRules: {
    schema: termsRulesSchema,
    description:
      'The full terms rules; every write sends all of them. A well-formed object can still break ' +
      'the business rules: then the response is `terms_rejected`.',
    members: termsRules,
  },
  SaveTermsRequest: {
    schema: saveTermsRequestSchema,
    description: 'The body of a terms write.',
    members: {
      rules: text('The full terms rules.'),
      effectiveAt: text(
        'From when the rules apply: RFC 3339 with `Z` or an offset, not before now and at most ' +
          `${limits.effectiveAtAheadYearsMax} years ahead. Left out: from the request on.`,
      ),
    },
  },
  SavedTermsRules: {
    schema: termsVersionSchema.shape.rules,
    description:
      'Terms rules as saved: `thresholds` is always there, sorted by currency. ' +
      'Further members may come.',
    members: {
      ...termsRules,
      includedSaleKinds: text('Kinds of sale that earn commission. New kinds may come.'),
      thresholds: text('One threshold per currency, the primary one among them.'),
    },
  },
  TermsVersion: {
    schema: termsVersionSchema,
    description: 'A saved, prospective version of terms. Further members may come.',
    members: {
      id: recordIds.id,
      programId: recordIds.programId,
      target: text('What the terms are for: here always one membership.'),
      rules: text('The saved rules.'),
      effectiveAt: text('When the version takes effect, in UTC to the millisecond.'),
      createdAt: text('When the version was saved, in UTC to the millisecond.'),
      supersedes: text('The version that this one takes over from at `effectiveAt`, or null.'),
      createdBy: text('The id of the API key that saved it. Never the key.'),
    },
  },
} satisfies Readonly<Record<string, Component>>
