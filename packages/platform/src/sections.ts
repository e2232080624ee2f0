import type { SectionSources } from '@affiliate-platform/contract/server'
import { commissionsSection } from './commissions/section.ts'
import type { RequestContext } from './database/request-context.ts'
import { groupsSection } from './groups/section.ts'
import { membershipsSection } from './memberships/section.ts'
import { payoutsSection } from './payouts/section.ts'
import { programsSection } from './programs/section.ts'
import { referralsSection } from './referrals/section.ts'

/** Where the rows of every list come from. */
export const sectionSources = {
  listPayouts: payoutsSection,
  listPrograms: programsSection,
  listGroups: groupsSection,
  listMemberships: membershipsSection,
  listReferrals: referralsSection,
  listCommissions: commissionsSection,
} satisfies SectionSources<RequestContext>
