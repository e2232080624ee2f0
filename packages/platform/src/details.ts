import type { DetailSources } from '@affiliate-platform/contract/server'
import { commissionDetail } from './commissions/detail.ts'
import type { RequestContext } from './database/request-context.ts'
import { payoutExplanation } from './explain/payout-explanation.ts'
import { groupDetail } from './groups/detail.ts'
import { membershipDetail } from './memberships/detail.ts'
import { payoutDetail } from './payouts/detail.ts'
import { programDetail } from './programs/detail.ts'
import { referralDetail } from './referrals/detail.ts'

/** Where each record is read. */
export const detailSources = {
  getPayout: payoutDetail,
  explainPayout: payoutExplanation,
  getProgram: programDetail,
  getGroup: groupDetail,
  getMembership: membershipDetail,
  getReferral: referralDetail,
  getCommission: commissionDetail,
} satisfies DetailSources<RequestContext>
