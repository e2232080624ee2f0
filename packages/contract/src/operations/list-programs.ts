import * as z from 'zod/mini'
import { instantSchema } from '../lib/instants.ts'
import { responseObject } from '../lib/response-object.ts'
import { defineSection } from './section.ts'

/** Lists the programs of an app (D61). */
export const listPrograms = /*@__PURE__*/ defineSection({
  id: 'listPrograms',
  name: 'programs',
  scope: 'programs:read',
  row: responseObject({
    id: z.guid(),
    kind: z.enum(['programs']),
    appId: z.guid(),
    programId: z.guid(),
    name: z.string(),
    status: z.string(),
    createdAt: instantSchema,
  }),
  filters: ['appId', 'from', 'to', 'status', 'search'],
  statuses: ['active', 'scheduled', 'draft'],
})
