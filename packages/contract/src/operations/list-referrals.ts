import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineSection } from './section.ts'

/** Lists the referrals of an app's memberships (D61). */
export const listReferrals = /*@__PURE__*/ defineSection({
  id: 'listReferrals',
  name: 'referrals',
  scope: 'referrals:read',
  row: responseObject({
    id: z.guid(),
    kind: z.enum(['referrals']),
    appId: z.guid(),
    programId: z.guid(),
    groupId: z.nullable(z.guid()),
    membershipId: z.guid(),
    name: z.string(),
    status: z.string(),
    shopDomain: z.string(),
    installedAt: instantSchema,
    evidence: z.nullable(z.string()),
  }),
  filters: ['appId', 'programId', 'groupId', 'membershipId', 'from', 'to', 'status', 'search'],
  statuses: ['voided', 'under_review', 'ended', 'uninstalled', 'earning', 'attributed'],
})
