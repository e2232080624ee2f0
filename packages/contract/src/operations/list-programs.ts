import { instantSchema } from '../lib/instants.ts'
import { recordRow } from './record-row.ts'
import { defineSection } from './section.ts'

/** Lists the programs of an app (D61). */
export const listPrograms = /*@__PURE__*/ defineSection({
  id: 'listPrograms',
  name: 'programs',
  scope: 'programs:read',
  row: recordRow('programs', {}, { createdAt: instantSchema }),
  filters: ['appId', 'from', 'to', 'status', 'search'],
  statuses: ['active', 'scheduled', 'draft'],
})
