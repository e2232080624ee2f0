import * as z from 'zod/mini'
import { defineList } from '../definitions/list.ts'
import { recordRow } from '../definitions/record-row.ts'

/** Lists the memberships of an app's programs (D61). */
export const listMemberships = /*@__PURE__*/ defineList({
  id: 'listMemberships',
  name: 'memberships',
  scope: 'memberships:read',
  row: recordRow('memberships', { groupId: z.nullable(z.guid()) }, { memberName: z.string() }),
  filters: ['appId', 'programId', 'groupId', 'from', 'to', 'status', 'search'],
  statuses: ['suspended', 'closed', 'active', 'without_terms'],
})
