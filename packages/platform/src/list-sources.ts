import type { ListSources } from '@affiliate-platform/contract/server'
import { commissionsList } from './commissions/list.ts'
import type { RequestContext } from './database/requests/request-context.ts'
import { groupsList } from './groups/list.ts'
import { membershipsList } from './memberships/list.ts'
import { payoutsList } from './payouts/list.ts'
import { programsList } from './programs/list.ts'
import { referralsList } from './referrals/list.ts'

/** Where the rows of every list come from. */
export const listSources = {
  listPayouts: payoutsList,
  listPrograms: programsList,
  listGroups: groupsList,
  listMemberships: membershipsList,
  listReferrals: referralsList,
  listCommissions: commissionsList,
} satisfies ListSources<RequestContext>
