import type { Component } from '../../lib/openapi-notes.ts'
import { recordIds, text } from '../../lib/openapi-notes.ts'
import { bounded, describeRecord } from '../definitions/record.docs.ts'
import { listPayoutsDocs } from '../lists/list-payouts.docs.ts'
import {
  getPayout,
  paymentConfirmationSchema,
  paymentDisputeSchema,
  paymentReportSchema,
  paymentReturnSchema,
  payoutLineSchema,
  reasonSchema,
} from './get-payout.ts'

const [row] = listPayoutsDocs.examples.responses.firstPage.value.items

const recorded = {
  createdAt: text('When it was recorded.'),
  actor: text('Who recorded it: `member:<id>`, `operator:<name>`, `key:<id>` or `system`.'),
}

const reportId = text('The report that it is about.')

const components = {
  PayoutLine: {
    schema: payoutLineSchema,
    description: 'A commission that the payout pays, or takes back. Further members may come.',
    members: {
      commissionId: text('The commission.'),
      referralId: text('The referral that earned it; null for one that a person entered.'),
      entry: { description: 'What it does to the sum.', examples: ['accrual', 'reversal'] },
      saleKind: text('The kind of sale; null if there is none.'),
      amount: text('Nonnegative: `entry` says whether it adds or takes back.'),
      accruedAt: text('When it was earned or taken back.'),
    },
  },
  PaymentReport: {
    schema: paymentReportSchema,
    description: 'A payment that was reported. It is no proof of a transfer.',
    members: {
      id: text('Id of the report.'),
      amount: text('What was paid, in the currency of the payout.'),
      method: text('How it was paid.'),
      reference: text('The reference of the payment at the bank or payment service.'),
      paidAt: text('When it was paid.'),
      ...recorded,
      retraction: text('Why, when and by whom the report was taken back; null unless it was.'),
      returned: text('When the bank returned the payment; null unless it did.'),
    },
  },
  PaymentReturn: {
    schema: paymentReturnSchema,
    description:
      'A payment that a bank has returned. Its report and the confirmations of it count no longer.',
    members: {
      reference: text("The bank's own reference of the return."),
      reason: text('The reason given.'),
      ...recorded,
    },
  },
  PaymentConfirmation: {
    schema: paymentConfirmationSchema,
    description: "The member's statement that a reported payment arrived.",
    members: {
      id: text('Id of the confirmation.'),
      reportId,
      amount: text('What arrived.'),
      ...recorded,
      retraction: text('Why, when and by whom it was taken back; null while it counts.'),
    },
  },
  PaymentDispute: {
    schema: paymentDisputeSchema,
    description: "The member's statement that a reported payment did not arrive.",
    members: {
      id: text('Id of the dispute.'),
      reportId,
      reason: text('What the member says.'),
      ...recorded,
      closing: text('How, when and by whom it was closed; null while it is open.'),
    },
  },
  RecordedReason: {
    schema: reasonSchema,
    description: 'Why, when and by whom something was taken back, closed or voided.',
    members: { reason: text('The reason given.'), ...recorded },
  },
} satisfies Readonly<Record<string, Component>>

const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })

const reportExample = {
  id: '019a3c61-0000-7d44-bd04-8091a2b3c4d5',
  amount: usd('10000'),
  method: 'paypal',
  reference: '7GX12345',
  paidAt: '2026-05-04T00:00:00.000Z',
  createdAt: '2026-05-04T10:00:00.000Z',
  actor: 'operator:mia',
  retraction: null,
  returned: null,
}

/** The words on reading a payout, and its example. */
export const getPayoutDocs = describeRecord(getPayout, {
  tag: listPayoutsDocs.tag,
  summary: 'Read a payout',
  description:
    "Reads a payout of the caller's app: its row in the list, its lines, and all facts of its payment. The lines " +
    'come in the order in which they were posted; for more than `items` has, list the commissions by `payoutId`.',
  members: {
    membershipId: recordIds.membershipId,
    amount: text('What is to be paid.'),
    unpaid: text('What has not been reported as paid, in the same currency.'),
    reported: text(
      'What reports say was paid. A report counts unless it is retracted, returned or disputed.',
    ),
    confirmed: text('What is confirmed of that: the member has received it.'),
    memberName: text('Who is paid: the name of the member.'),
    createdAt: text('When it was created.'),
    groupId: text('The group of the membership when the payout was made; null without one.'),
    runId: text(
      'The payout run that it comes from; null for a manual payout, and for one that was imported.',
    ),
    lines: bounded('What the amount is the sum of, also of a voided payout'),
    reports: bounded('Payments that were reported, the first recorded first'),
    confirmations: bounded('Payments that the member has confirmed, the first recorded first'),
    disputes: bounded('Payments that the member has disputed, the first recorded first'),
    voided: text('Why, when and by whom the payout was voided; null unless it was.'),
  },
  components,
  id: row?.id ?? '',
  responses: {
    partlyReported: {
      summary: 'A payout of one line, of which a part was reported as paid',
      value: {
        ...row,
        groupId: null,
        createdAt: '2026-05-02T00:00:00.000Z',
        runId: '019a3c5e-0000-7d44-bd04-8091a2b3c4d5',
        lines: {
          items: [
            {
              commissionId: '019a3c00-0000-7d44-bd04-8091a2b3c4d5',
              referralId: '0199f0c2-1d00-7b22-9b02-6e7f8091a2b3',
              entry: 'accrual',
              saleKind: 'subscription_sale',
              amount: usd('12500'),
              accruedAt: '2026-04-01T00:00:00.000Z',
            },
          ],
          total: 1,
        },
        reports: { items: [reportExample], total: 1 },
        confirmations: { items: [], total: 0 },
        disputes: { items: [], total: 0 },
        voided: null,
      },
    },
  },
})
