import { currencyCodes } from './currencies.ts'
import { limits } from './limits.ts'

/** What JSON Schema keywords are added to a schema: words, and rules that zod's own conversion loses. */
interface SchemaNote {
  readonly description: string
  readonly [keyword: string]: unknown
}

/** A note on a named schema and on its members. */
export interface ComponentNote extends SchemaNote {
  readonly members?: Readonly<Record<string, SchemaNote>>
}

/** A note that is words alone. */
export const text = (description: string): SchemaNote => ({ description })

/** The words on the members that name a record. */
export const recordIds = {
  id: text('Record id.'),
  appId: text('The app the record belongs to.'),
  programId: text('The program the record belongs to.'),
  membershipId: text('The membership the record belongs to.'),
}

const amountMinor = text(
  `Whole number of minor units as text, at most ${limits.amountDigitsMax} digits, without leading zeros. ` +
    'The currency fixes the scale: "1999" is 19.99 USD, 1999 JPY or 1.999 KWD.',
)

const termsRules = {
  basis: text('What the rate applies to: eligible `gross` collections, or the `net` ones.'),
  rateBps: text(
    'Commission rate in basis points: 2000 is 20 %, 20 is 0.2 %. A rate of 0 needs a positive `cpi`.',
  ),
  cpi: text('Install reward. The amount "0" switches it off.'),
  includedSaleKinds: {
    description: 'Kinds of sale that earn commission. At least one when `rateBps` is above 0.',
    uniqueItems: true,
  },
  durationMonths: text(
    'For how many months sales earn, counted in calendar months from the install; null without an end.',
  ),
  holdDays: text('Days that a collection is held before it counts.'),
  threshold: text('Primary payout threshold: what must be due before a payout is made.'),
  windowDays: text('Days between the referral and the install within which the install counts.'),
  allowExistingShops: text('Whether shops that had the app before may be referred.'),
  allowManualClaims: text(
    'Whether clients may be claimed by hand, as far as group and membership permit it.',
  ),
  thresholds: text(
    'One threshold per currency. The primary one is among them with exactly its amount. Left out, it is the only one.',
  ),
}

/** The words on the schemas of money and terms (interface 2.1 to 2.3). */
export const termsNotes = {
  CurrencyCode: {
    description: 'A settlement currency of ISO 4217, upper case.',
    enum: currencyCodes,
  },
  Money: {
    description: 'An exact, nonnegative amount of one currency.',
    members: { amountMinor, currency: text('Settlement currency.') },
  },
  MoneyAnswer: {
    description: 'An exact, nonnegative amount of one currency.',
    members: {
      amountMinor,
      currency: text('Settlement currency, three upper-case letters. New currencies may come.'),
    },
  },
  TermsRules: {
    description:
      'The full terms rules; every write sends all of them. A well-formed object can still break ' +
      'the business rules: then the answer is `terms_rejected`.',
    members: termsRules,
  },
  SaveTermsRequest: {
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
    description: 'A saved, prospective version of terms. Further members may come.',
    members: {
      id: recordIds.id,
      programId: recordIds.programId,
      target: text('What the terms are for: here always one membership.'),
      rules: text('The saved rules.'),
      effectiveAt: text('From when the version applies, in UTC to the millisecond.'),
      createdAt: text('When the version was saved, in UTC to the millisecond.'),
      supersedes: text('The version that this one takes over from at `effectiveAt`, or null.'),
      createdBy: text('The id of the API key that saved it. Never the key.'),
    },
  },
} satisfies Readonly<Record<string, ComponentNote>>
