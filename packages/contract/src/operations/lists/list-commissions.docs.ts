import { recordIds, text } from '../../lib/openapi-notes.ts'
import { saleKinds } from '../../lib/terms.ts'
import { exampleIds } from '../definitions/example-row.ts'
import { describeList } from '../definitions/list.docs.ts'
import { listCommissions } from './list-commissions.ts'

const { appId, programId, membershipId } = exampleIds

const record = {
  kind: 'commissions',
  appId,
  programId,
  groupId: null,
  membershipId,
  referralId: '0199f0c2-1d00-7a11-8a01-5d6e7f8091a2',
  name: 'Agency partners',
  saleKind: 'subscription_sale',
  amount: { amountMinor: '380', currency: 'USD' },
} as const

/** The words on listing commissions, and its examples. */
export const listCommissionsDocs = describeList(listCommissions, {
  tag: { name: 'Commissions', description: 'What memberships earn, entry by entry.' },
  row: {
    description: 'One entry of the ledger in a list. Entries are never changed. Further members may come.',
    members: {
      groupId: text('The group of the membership at the accrual; null for none.'),
      membershipId: recordIds.membershipId,
      referralId: text('The referral that earned it; null for one that a person entered.'),
      payoutId: text('The payout that it is in; null while it is in none.'),
      entry: {
        description: 'Whether the amount is owed to the member or taken back. More may come.',
        examples: ['accrual', 'reversal'],
      },
      saleKind: {
        description:
          'What was sold; null for an install reward and for what a person entered. More may come.',
        examples: saleKinds,
      },
      amount: text('What it is worth, never negative: `entry` tells the direction. It may be 0.'),
      accruedAt: text('When it accrued: the time of the sale, the refund or the install.'),
      availableAt: text('When it becomes available for a payout.'),
      postedAt: text('When it was booked, by the clock of the platform: a late import accrues in the past.'),
    },
  },
  happened: 'Accrued',
  searched: 'the shop domain, the member name or the program name',
  states: {
    paid: 'all of its payout is reported as paid',
    in_payout: 'it is in a payout',
    held: 'it is held until `availableAt`',
    available: 'it can be paid: the next run takes it, unless something holds the member back',
  },
  exampleStatus: 'held',
  queries: {
    everything: { summary: 'No filter: the 50 that accrued last', value: {} },
    heldOfMembership: {
      summary: 'What one membership earned in May 2026 in US dollars and is still held',
      value: { membershipId, currency: 'USD', status: 'held', from: '2026-05-01', to: '2026-05-31' },
    },
    bookedLate: {
      summary: 'What was booked in June 2026 and had accrued before, such as sales of a late import',
      value: { postedFrom: '2026-06-01', postedTo: '2026-06-30', to: '2026-05-31' },
    },
    ofPayout: { summary: 'What a payout pays', value: { payoutId: '019a3c60-0000-7d44-bd04-8091a2b3c4d5' } },
  },
  responses: {
    lastPage: {
      summary: 'A sale that was refunded: both entries are held until the same time',
      value: {
        items: [
          {
            ...{ ...record, id: '019a3c60-0000-7d44-bd04-8091a2b3c4d5', payoutId: null, status: 'held' },
            entry: 'reversal',
            accruedAt: '2026-05-10T00:00:00.000Z',
            availableAt: '2026-05-31T00:00:00.000Z',
            postedAt: '2026-05-10T00:14:00.000Z',
          },
          {
            ...{ ...record, id: '019a3c5f-0000-7d44-bd04-8091a2b3c4d6', payoutId: null, status: 'held' },
            entry: 'accrual',
            accruedAt: '2026-05-01T00:00:00.000Z',
            availableAt: '2026-05-31T00:00:00.000Z',
            postedAt: '2026-05-01T00:14:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
})
