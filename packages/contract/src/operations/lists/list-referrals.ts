import * as z from 'zod/mini'
import { instantSchema } from '../../lib/instants.ts'
import { defineList } from '../definitions/list.ts'
import { recordRow } from '../definitions/record-row.ts'

/** Lists the referrals of an app's memberships (D61). */
export const listReferrals = /*@__PURE__*/ defineList({
  id: 'listReferrals',
  name: 'referrals',
  scope: 'referrals:read',
  row: recordRow(
    'referrals',
    { groupId: z.nullable(z.guid()), membershipId: z.guid() },
    { shopDomain: z.string(), installedAt: instantSchema, evidence: z.nullable(z.string()) },
  ),
  filters: ['appId', 'programId', 'groupId', 'membershipId', 'from', 'to', 'status', 'search'],
  statuses: ['voided', 'under_review', 'ended', 'uninstalled', 'earning', 'attributed'],
})
