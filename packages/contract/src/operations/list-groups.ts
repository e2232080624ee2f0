import * as z from 'zod/mini'
import { responseObject } from '../lib/response-object.ts'
import { defineSection } from './section.ts'

/** Lists the groups of an app's programs (D61). */
export const listGroups = /*@__PURE__*/ defineSection({
  id: 'listGroups',
  name: 'groups',
  scope: 'programs:read',
  row: responseObject({
    id: z.guid(),
    kind: z.enum(['groups']),
    appId: z.guid(),
    programId: z.guid(),
    name: z.string(),
    status: z.string(),
    groupName: z.string(),
    memberships: z.int(),
  }),
  filters: ['appId', 'programId', 'from', 'to', 'status', 'search'],
  statuses: ['own_terms', 'inherited_terms', 'no_terms'],
})
