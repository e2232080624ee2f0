import { recordIds, text } from '../../lib/openapi-notes.ts'
import { bounded, describeRecord } from '../definitions/record.docs.ts'
import { listReferralsDocs } from '../lists/list-referrals.docs.ts'
import { exampleTerms } from '../parts/terms-timeline.docs.ts'
import { evidenceFactSchema, getReferral, referralContractSchema } from './get-referral.ts'

const [row] = listReferralsDocs.examples.responses.lastPage.value.items
const [version] = exampleTerms.items
const id = '0199f0c2-1d00-7b22-9b02-6e7f8091a2b3'

const recorded = {
  createdAt: text('When it was recorded.'),
  actor: text('Who recorded it: `operator:<name>`, `key:<id>` or `system`.'),
}

const byOperator = { createdAt: '2026-03-15T08:00:00.000Z', actor: 'operator:mia' }

/** The words on reading a referral, and its example. */
export const getReferralDocs = describeRecord(getReferral, {
  tag: listReferralsDocs.tag,
  summary: 'Read a referral',
  description: "Reads a referral of the caller's app: its row in the list, its contracts, and all evidence.",
  members: {
    membershipId: recordIds.membershipId,
    groupId: text('The group of the membership at the time of the referral; null without one.'),
    shopDomain: text('The domain of the shop.'),
    installedAt: text('The original install.'),
    evidence: text('What the latest evidence is; null if there is none.'),
    createdAt: text('When it was created.'),
    evidenceFacts: bounded('How it is known that the membership brought the shop, the first recorded first'),
    contracts: bounded('What was agreed for the shop, in the order in which it applies'),
    voided: text('Why, when and by whom the referral was voided; null unless it was.'),
  },
  components: {
    EvidenceFact: {
      schema: evidenceFactSchema,
      description: 'How it is known that the membership brought the shop.',
      members: {
        kind: {
          description: 'What it is.',
          examples: ['click', 'analytics', 'bridge', 'coupon', 'claim'],
        },
        at: text('When it happened.'),
        reason: text('Why it counts as evidence; null if that needs no words.'),
        ...recorded,
      },
    },
    ReferralContract: {
      schema: referralContractSchema,
      description: 'What was agreed for the shop: a copy of terms that no later version changes.',
      members: {
        id: text('Id of the contract.'),
        appliesFrom: text('When it starts to apply to the sales of the shop.'),
        termsVersionId: text('The terms version that it is a copy of; null for another agreement.'),
        proposalId: text('The accepted proposal that added it; null for the first one.'),
        reason: text('The agreement in words; null if it is a copy of terms.'),
        ...recorded,
        rules: text('The rules as agreed.'),
      },
    },
  },
  id,
  responses: {
    attributed: {
      summary: 'A referral with one contract, with a click as evidence',
      value: {
        ...row,
        id,
        status: 'attributed',
        shopDomain: 'harbour.myshopify.com',
        installedAt: '2026-03-15T00:00:00.000Z',
        createdAt: '2026-03-15T08:00:00.000Z',
        evidenceFacts: {
          items: [{ kind: 'click', at: '2026-03-14T21:00:00.000Z', reason: null, ...byOperator }],
          total: 1,
        },
        contracts: {
          items: [
            {
              id: '0199f0c2-1e00-7b22-9b02-6e7f8091a2b3',
              appliesFrom: '2026-03-15T00:00:00.000Z',
              termsVersionId: version?.id,
              proposalId: null,
              reason: null,
              ...byOperator,
              rules: version?.rules,
            },
          ],
          total: 1,
        },
        voided: null,
      },
    },
  },
})
