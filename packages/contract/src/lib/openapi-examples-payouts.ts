import { commonRefusals, type Example, type Refusals, refusal } from './openapi-refusals.ts'
import type { PayoutsPage } from './payouts.ts'

const membershipId = '0199f0c2-1c40-7b22-9b02-6e7f8091a2b3'
const nextCursor = 'djF-b3BhcXVlLWFuZC1zaWduZWQtZXhhbXBsZS1vZi1hLWN1cnNvcg'

const recordIds = {
  kind: 'payouts',
  appId: '0199f0c2-1a00-7900-8900-4c5d6e7f8091',
  programId: '0199f0c2-1b00-7a11-8a01-5d6e7f8091a2',
  membershipId,
  name: 'Agency partners',
} as const

const firstPage = {
  summary: 'A page with a further one behind it: one payout partly reported, one with nothing left to pay',
  value: {
    items: [
      {
        id: '019a3c60-0000-7d44-bd04-8091a2b3c4d5',
        ...recordIds,
        status: 'partially_reported',
        amount: { amountMinor: '12500', currency: 'USD' },
        unpaid: { amountMinor: '2500', currency: 'USD' },
      },
      {
        id: '019a3c5f-0000-7d44-bd04-8091a2b3c4d6',
        ...recordIds,
        status: 'confirmed',
        amount: { amountMinor: '90000', currency: 'JPY' },
        unpaid: { amountMinor: '0', currency: 'JPY' },
      },
    ],
    nextCursor,
  },
} satisfies Example<PayoutsPage>

const refusals = {
  invalid_parameter: refusal('invalid_parameter', 'The query has invalid parameters. See errors.', [
    {
      parameter: 'limit',
      code: 'invalid_format',
      message: 'A whole number from 1 to 50 in plain digits.',
    },
    { parameter: 'currency', code: 'repeated', message: 'Send this parameter once.' },
  ]),
  invalid_cursor: refusal(
    'invalid_cursor',
    'Send nextCursor unchanged, with the same API key and the same filters, or start again without it.',
    [
      {
        parameter: 'cursor',
        code: 'invalid_cursor',
        message: 'A nextCursor of this list and these filters.',
      },
    ],
  ),
  ...commonRefusals(refusal),
  scope_denied: refusal('scope_denied', 'The API key needs the scope payouts:read.'),
} satisfies Refusals

type Query = Readonly<Record<string, string>>

/** Examples of listing payouts (interface 4.2). A query is a record of its parameters as text. */
export const listPayoutsExamples = {
  queries: {
    everything: { summary: 'No filter: the newest 50 payouts', value: {} },
    ofMembership: {
      summary: 'Payouts of one membership in one currency, ten to a page',
      value: { membershipId, currency: 'USD', limit: '10' },
    },
    ofMonth: {
      summary: 'Payouts created in May 2026, both days included, that nobody has reported as paid',
      value: { from: '2026-05-01', to: '2026-05-31', status: 'unreported' },
    },
    nextPage: { summary: 'The page after the first one', value: { cursor: nextCursor } },
  } satisfies Record<string, Example<Query>>,
  answers: {
    firstPage,
    emptyPage: {
      summary: 'No payout matches, or the walk is at its end',
      value: { items: [], nextCursor: null },
    } satisfies Example<PayoutsPage>,
  },
  refusals,
}
