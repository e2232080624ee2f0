import { recordIds, text } from '../../lib/openapi-notes.ts'
import { exampleIds, exampleRow } from '../definitions/example-row.ts'
import { describeList } from '../definitions/list.docs.ts'
import { listReferrals } from './list-referrals.ts'

const { membershipId } = exampleIds
const id = '0199f0c2-1d00-7a11-8a01-5d6e7f8091a2'

/** The words on listing referrals, and its examples. */
export const listReferralsDocs = describeList(listReferrals, {
  tag: { name: 'Referrals', description: 'The shops that memberships brought.' },
  row: {
    description: 'One referral in a list. Further members may come.',
    members: {
      groupId: text('The group of the membership when the referral was made; null for none.'),
      membershipId: recordIds.membershipId,
      shopDomain: text('The permanent domain of the shop on the platform.'),
      installedAt: text('When the shop first installed the app. Durations count from here.'),
      evidence: {
        description: 'How it is known that the membership brought the shop; null if unknown. More may come.',
        examples: ['click', 'analytics', 'bridge', 'coupon', 'claim'],
      },
    },
  },
  searched: 'the shop domain, the member name or the program name',
  states: {
    voided: 'the referral was voided',
    under_review: 'a proposed contract of the referral is waiting for its review',
    ended: 'the duration of its contract is over',
    uninstalled: 'the latest event is an uninstall by the shop',
    earning: 'the referral has commissions',
    attributed: 'it has none yet',
  },
  exampleStatus: 'earning',
  queries: {
    everything: { summary: 'No filter: the newest 50 referrals', value: {} },
    ofShop: {
      summary: 'Referrals of one membership whose shop name contains "bakery"',
      value: { membershipId, search: 'bakery' },
    },
  },
  responses: {
    lastPage: {
      summary: 'The last page',
      value: {
        items: [
          {
            ...exampleRow('referrals', { id, groupId: null, membershipId, status: 'earning' }),
            shopDomain: 'bakery.myshopify.com',
            installedAt: '2026-03-01T09:30:00.000Z',
            evidence: 'click',
          },
        ],
        nextCursor: null,
      },
    },
  },
})
