import * as limits from '../../lib/limits.ts'
import { text } from '../../lib/openapi-notes.ts'
import { describeRecord } from '../definitions/record.docs.ts'
import { exampleExplanation, explanationComponents, explanationWords } from '../parts/explanation.docs.ts'
import { getPayoutDocs } from '../records/get-payout.docs.ts'
import { explainPayout } from './explain-payout.ts'

const payoutId = '019a3c60-0000-7d44-bd04-8091a2b3c4d6'

/** The words on explaining a unit of a payout, and its example. */
export const explainPayoutDocs = describeRecord(explainPayout, {
  tag: getPayoutDocs.tag,
  summary: 'Explain a unit of a payout',
  description:
    'Says where one minor unit of a payout comes from: the commission, its arithmetic, the contract, the referral and ' +
    'the sale. Units are counted over the lines in the order in which they were earned; a reversal first takes back units ' +
    'of its own sale, then those before it.',
  parameters: [
    {
      name: 'unit',
      in: 'query',
      required: true,
      description: 'One of the minor units of the payout, counted from 1 to its amount, in plain digits.',
      schema: { type: 'string', pattern: `^[1-9]\\d{0,${limits.amountDigitsMax - 1}}$` },
      example: '380',
    },
  ],
  members: {
    unit: {
      description: 'The requested unit: a number, or digits as text if it is too large for one.',
      anyOf: [
        { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
        { type: 'string' },
      ],
    },
    payout: text('The payout, the run that made it, and the threshold that it had to reach.'),
    ...explanationWords,
  },
  components: explanationComponents,
  id: payoutId,
  responses: {
    lastUnit: {
      summary: 'The last of 380 cents',
      value: {
        unit: 380,
        payout: {
          id: payoutId,
          amount: { amountMinor: '380', currency: 'USD' },
          run: '019a3c5e-0000-7d44-bd04-8091a2b3c4d5',
          asOf: '2026-05-02T00:00:00Z',
          threshold: {
            amountMinor: '0',
            from: { ...exampleExplanation.contract.copiedFrom, targetKind: 'membership' },
          },
        },
        ...exampleExplanation,
      },
    },
  },
})
