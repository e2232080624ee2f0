import * as z from 'zod/mini'
import { defineList } from '../definitions/list.ts'
import { recordRow } from '../definitions/record-row.ts'

/** Lists the groups of an app's programs (D61). */
export const listGroups = /*@__PURE__*/ defineList({
  id: 'listGroups',
  name: 'groups',
  scope: 'programs:read',
  row: recordRow('groups', {}, { groupName: z.string(), memberships: z.int().check(z.nonnegative()) }),
  filters: ['appId', 'programId', 'from', 'to', 'status', 'search'],
  statuses: ['own_terms', 'inherited_terms', 'no_terms'],
})
