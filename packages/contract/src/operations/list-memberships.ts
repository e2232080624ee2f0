import * as z from 'zod/mini'
import { responseObject } from '../lib/response-object.ts'
import { defineSection } from './section.ts'

/** Lists the memberships of an app's programs (D61). */
export const listMemberships = /*@__PURE__*/ defineSection({
  id: 'listMemberships',
  name: 'memberships',
  scope: 'memberships:read',
  row: responseObject({
    id: z.guid(),
    kind: z.enum(['memberships']),
    appId: z.guid(),
    programId: z.guid(),
    groupId: z.nullable(z.guid()),
    name: z.string(),
    status: z.string(),
    memberName: z.string(),
  }),
  filters: ['appId', 'programId', 'groupId', 'from', 'to', 'status', 'search'],
  statuses: ['suspended', 'closed', 'active', 'without_terms'],
})
