import * as z from 'zod/mini'
import { recordRow } from './record-row.ts'
import { defineSection } from './section.ts'

/** Lists the memberships of an app's programs (D61). */
export const listMemberships = /*@__PURE__*/ defineSection({
  id: 'listMemberships',
  name: 'memberships',
  scope: 'memberships:read',
  row: recordRow('memberships', { groupId: z.nullable(z.guid()) }, { memberName: z.string() }),
  filters: ['appId', 'programId', 'groupId', 'from', 'to', 'status', 'search'],
  statuses: ['suspended', 'closed', 'active', 'without_terms'],
})
