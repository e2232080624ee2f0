import type { RecordSources } from '@affiliate-platform/contract/server'
import { commissionRecord } from './commissions/record.ts'
import type { RequestContext } from './database/requests/request-context.ts'
import { payoutExplanation } from './explain/explain-payout-unit.ts'
import { groupRecord } from './groups/record.ts'
import { membershipRecord } from './memberships/record.ts'
import { payoutRecord } from './payouts/record.ts'
import { programRecord } from './programs/record.ts'
import { referralRecord } from './referrals/record.ts'

/** Where each record is read. */
export const recordSources = {
  getPayout: payoutRecord,
  explainPayout: payoutExplanation,
  getProgram: programRecord,
  getGroup: groupRecord,
  getMembership: membershipRecord,
  getReferral: referralRecord,
  getCommission: commissionRecord,
} satisfies RecordSources<RequestContext>
