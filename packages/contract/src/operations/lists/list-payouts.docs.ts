import { recordIds, text } from '../../lib/openapi-notes.ts'
import type { Example } from '../../lib/openapi-rejections.ts'
import { exampleIds, exampleRow } from '../definitions/example-row.ts'
import { describeList } from '../definitions/list.docs.ts'
import { listPayouts, type PayoutsPage, payoutStatuses } from './list-payouts.ts'

const { membershipId } = exampleIds
const nextCursor = 'djF-b3BhcXVlLWFuZC1zaWduZWQtZXhhbXBsZS1vZi1hLWN1cnNvcg'

const firstPage = {
  summary: 'A page with another one after it: one payout partly reported, one with nothing left to pay',
  value: {
    items: [
      {
        ...exampleRow('payouts', {
          id: '019a3c60-0000-7d44-bd04-8091a2b3c4d5',
          membershipId,
          status: 'partially_reported',
        }),
        amount: { amountMinor: '12500', currency: 'USD' },
        unpaid: { amountMinor: '2500', currency: 'USD' },
        reported: { amountMinor: '10000', currency: 'USD' },
        confirmed: { amountMinor: '0', currency: 'USD' },
        memberName: 'Harbour Studio',
        createdAt: '2026-05-02T00:00:00.000Z',
      },
      {
        ...exampleRow('payouts', {
          id: '019a3c5f-0000-7d44-bd04-8091a2b3c4d6',
          membershipId,
          status: 'confirmed',
        }),
        amount: { amountMinor: '90000', currency: 'JPY' },
        unpaid: { amountMinor: '0', currency: 'JPY' },
        reported: { amountMinor: '90000', currency: 'JPY' },
        confirmed: { amountMinor: '90000', currency: 'JPY' },
        memberName: 'Harbour Studio',
        createdAt: '2026-05-01T00:00:00.000Z',
      },
    ],
    nextCursor,
  },
} satisfies Example<PayoutsPage>

/** The words on listing payouts, and its examples. A query is a record of its parameters as text. */
export const listPayoutsDocs = describeList(listPayouts, {
  tag: { name: 'Payouts', description: 'Payout summaries.' },
  rows: 'payout summaries',
  row: {
    description: 'One payout in a list. Further members may come.',
    members: {
      membershipId: recordIds.membershipId,
      status: {
        description: 'Derived state of payment and confirmation. Further values may come.',
        examples: payoutStatuses,
      },
      amount: text('What is to be paid.'),
      unpaid: text('What has not been reported as paid, in the same currency.'),
      reported: text(
        'What reports say was paid. A report counts unless it is retracted, returned or disputed.',
      ),
      confirmed: text('What is confirmed of that: the member has received it.'),
      memberName: text('Who is paid: the name of the member.'),
      createdAt: text('When it was created.'),
    },
  },
  states: {
    voided: 'the payout was voided',
    disputed: 'a report that is neither retracted nor returned has an open dispute',
    unreported: 'nobody has reported a payment that counts',
    partially_reported: 'a part of the amount is reported',
    reported: 'all of the amount is reported, and nothing confirmed',
    partially_confirmed: 'a part of the amount is confirmed',
    confirmed: 'all of the amount is confirmed',
  },
  searched: 'the program name or the member name',
  exampleStatus: 'unreported',
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
  },
  responses: {
    firstPage,
    emptyPage: {
      summary: 'No payout matches, or the end of the list was reached',
      value: { items: [], nextCursor: null },
    } satisfies Example<PayoutsPage>,
  },
})
