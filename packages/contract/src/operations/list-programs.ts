import * as z from 'zod/mini'
import { answerObject } from '../lib/answer-object.ts'
import { defineSection } from './section.ts'

/** Lists the programs of an app (D61). */
export const listPrograms = /*@__PURE__*/ defineSection({
  id: 'listPrograms',
  name: 'programs',
  scope: 'programs:read',
  row: answerObject({
    id: z.guid(),
    kind: z.literal('programs'),
    appId: z.guid(),
    programId: z.guid(),
    name: z.string(),
    status: z.string(),
    createdAt: z.iso.datetime({ offset: true }),
  }),
  filters: ['appId', 'from', 'to', 'status', 'search'],
  statuses: ['active', 'scheduled', 'draft'],
})
