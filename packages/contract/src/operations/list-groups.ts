import * as z from 'zod/mini'
import { recordRow } from './record-row.ts'
import { defineSection } from './section.ts'

/** Lists the groups of an app's programs (D61). */
export const listGroups = /*@__PURE__*/ defineSection({
  id: 'listGroups',
  name: 'groups',
  scope: 'programs:read',
  row: recordRow('groups', {}, { groupName: z.string(), memberships: z.int().check(z.nonnegative()) }),
  filters: ['appId', 'programId', 'from', 'to', 'status', 'search'],
  statuses: ['own_terms', 'inherited_terms', 'no_terms'],
})
