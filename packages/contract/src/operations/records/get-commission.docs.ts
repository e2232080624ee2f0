import { commissionCauses } from '../../lib/commission-causes.ts'
import { recordIds, text } from '../../lib/openapi-notes.ts'
import { exampleIds, exampleRow } from '../definitions/example-row.ts'
import { describeRecord } from '../definitions/record.docs.ts'
import { exampleExplanation, explanationWords } from '../parts/explanation.docs.ts'
import { commissionExplanationSchema } from '../parts/explanation.ts'
import { getCommission } from './get-commission.ts'

/** The words on reading a commission, and its example. */
export const getCommissionDocs = describeRecord(getCommission, {
  tag: { name: 'Commissions', description: 'What memberships have earned, and what was taken back.' },
  summary: 'Read a commission',
  description: "Reads a commission of the caller's app: its row in the list, and why it is what it is.",
  members: {
    membershipId: recordIds.membershipId,
    groupId: text('The group of the membership at the accrual; null without one.'),
    referralId: text(
      'The referral that earned it; null for one that a person entered, and for an imported one without a referral.',
    ),
    payoutId: text('The payout that it is in; null while it is in none.'),
    entry: { description: 'What it does to the sum.', examples: ['accrual', 'reversal'] },
    saleKind: text('The kind of sale; null if there is none.'),
    amount: text('Nonnegative: `entry` says whether it adds or takes back.'),
    accruedAt: text('When it was earned or taken back.'),
    availableAt: text('When it becomes available for a payout.'),
    postedAt: text('When it was booked, by the clock of the platform.'),
    cause: { description: 'What it comes from.', examples: commissionCauses },
    notPaid: text('Why it is in no payout yet; null in a payout.'),
    explanation: text('Why it is what it is.'),
  },
  components: {
    CommissionExplanation: {
      schema: commissionExplanationSchema,
      description: 'Why a commission is what it is. Further members may come.',
      members: explanationWords,
    },
  },
  id: exampleExplanation.commission.id,
  responses: {
    held: {
      summary: 'A commission that is still held',
      value: {
        ...exampleRow('commissions', {
          id: exampleExplanation.commission.id,
          groupId: null,
          membershipId: exampleIds.membershipId,
          referralId: exampleExplanation.referral.id,
          payoutId: null,
          status: 'held',
        }),
        entry: 'accrual',
        saleKind: 'subscription_sale',
        amount: { amountMinor: '380', currency: 'USD' },
        accruedAt: '2026-04-01T00:00:00.000Z',
        availableAt: '2026-05-01T00:00:00.000Z',
        postedAt: '2026-04-01T00:14:00.000Z',
        cause: 'sale',
        notPaid: { code: 'held', until: exampleExplanation.commission.availableAt },
        explanation: exampleExplanation,
      },
    },
  },
})
