import { type Component, text } from '../../lib/openapi-notes.ts'
import { english } from '../../lib/phrases.ts'
import {
  arithmeticSchema,
  explainedAppTransactionSchema,
  explainedContractSchema,
  explainedReferralSchema,
  phraseSchema,
} from './explanation.ts'

/** The words on the members of an explanation. */
export const explanationWords = {
  commission: text('The commission, and in `because` why it is available when it is.'),
  arithmetic: text(
    'How the amount follows from the base. Null if a person entered it, and for an install reward.',
  ),
  contract: text('The contract that applied to the sale, and the terms version that it is a copy of.'),
  referral: text('The referral, and what is known about how the shop came.'),
  appTransaction: text(
    'The sale as the commerce platform reported it, in its latest revision; exact amounts as decimals.',
  ),
  takenBack: text('What adjustments and credits took from the sale.'),
  reports: text('Payments of the payout that were reported, and neither retracted nor returned.'),
  confirmations: text('Confirmations of those reports that were not retracted.'),
}

const placeholders = new Proxy({}, { get: (_target, name) => `<${String(name)}>` })

const asGiven = (instant: string) => instant

const phrases = Object.entries(english).map(
  ([code, describe]) => `\`${code}\`: ${Reflect.apply(describe, undefined, [placeholders, asGiven])}`,
)

/** The schemas of an explanation that the document names. */
export const explanationComponents = {
  Phrase: {
    schema: phraseSchema,
    description: 'A code, and beside it the parameters that a sentence in any language needs.',
    members: { code: text(`What it says. Further codes may come. ${phrases.join('; ')}.`) },
  },
  Arithmetic: {
    schema: arithmeticSchema,
    description: 'How an amount follows from a base, to check with a pocket calculator.',
    members: {
      rateBps: text('Basis points.'),
      basis: text('`gross` or `net`.'),
      baseBefore: text('The base before this entry, a decimal in major units.'),
      baseChange: text('What the sale adds to it, or what is taken back, in major units.'),
      worthBefore: text('What the base was worth, in whole minor units.'),
      worthAfter: text('What it is worth now: the difference is the amount.'),
      exact: text('The same before rounding down.'),
      fractionCarried: text('What rounding leaves for the next sale.'),
    },
  },
  ExplainedContract: {
    schema: explainedContractSchema,
    description: 'The contract that applied to a sale.',
    members: {
      id: text('Id of the contract.'),
      appliesFrom: text('When it starts to apply.'),
      copiedFrom: text('What it is a copy of: a terms version, or an agreement.'),
      rulesHash: text('SHA-256 of its rules.'),
    },
  },
  ExplainedReferral: {
    schema: explainedReferralSchema,
    description: 'The referral of a shop, and its evidence.',
    members: {
      id: text('Id of the referral.'),
      shop: text('The domain of the shop.'),
      installedAt: text('The original install.'),
      endsAt: text('When its sales stop earning; null for never.'),
      evidence: text('How it is known that the membership brought the shop.'),
    },
  },
  ExplainedAppTransaction: {
    schema: explainedAppTransactionSchema,
    description: 'A sale, adjustment or credit as the commerce platform reported it, in its latest revision.',
    members: {
      platformId: text('Its id on the commerce platform.'),
      revision: text('Its revision, beginning with 1.'),
      gross: text('An exact decimal in major units, and its currency.'),
      net: text('An exact decimal in major units, and its currency.'),
      chargeId: text('The charge that it belongs to; null if none is known.'),
      collectedAt: text('When it was collected.'),
      importRun: text('The import that brought it.'),
    },
  },
} satisfies Readonly<Record<string, Component>>

/** An explanation of one commission of 19.00 at 20 %. */
export const exampleExplanation = {
  commission: {
    id: '019a3c00-0000-7d44-bd04-8091a2b3c4d5',
    entry: 'accrual',
    saleKind: 'subscription_sale',
    availableAt: '2026-05-01T00:00:00Z',
    because: { code: 'collected', at: '2026-04-01T00:00:00Z', holdDays: 30 },
  },
  arithmetic: {
    rateBps: 2000,
    basis: 'gross',
    baseBefore: '0',
    baseChange: '19.0',
    worthBefore: '0',
    worthAfter: '380',
    exact: '380.000',
    fractionCarried: '0.000',
  },
  contract: {
    id: '0199f0c2-1e00-7b22-9b02-6e7f8091a2b3',
    appliesFrom: '2026-03-15T00:00:00Z',
    copiedFrom: { code: 'terms_version', id: '0199f0c2-2000-7a11-8a01-5d6e7f8091a2' },
    rulesHash: '3f0c5b1d0c5a7e5e8f3a1b7c9d2e4f60718293a4b5c6d7e8f90123456789abcd',
  },
  referral: {
    id: '0199f0c2-1d00-7b22-9b02-6e7f8091a2b3',
    shop: 'harbour.myshopify.com',
    installedAt: '2026-03-15T00:00:00Z',
    endsAt: '2027-03-15T00:00:00Z',
    evidence: [{ kind: 'click', at: '2026-03-14T21:00:00Z' }],
  },
  appTransaction: {
    platformId: 'gid://partners/AppSubscriptionSale/764220980',
    revision: 1,
    gross: '19.0 USD',
    net: '18.45 USD',
    chargeId: 'gid://shopify/AppSubscription/31499911397',
    collectedAt: '2026-04-01T00:00:00Z',
    importRun: '019a3bff-0000-7d44-bd04-8091a2b3c4d5',
  },
  takenBack: [],
  reports: [],
  confirmations: [],
}
