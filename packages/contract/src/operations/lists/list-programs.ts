import { instantSchema } from '../../lib/instants.ts'
import { defineList } from '../definitions/list.ts'
import { recordRow } from '../definitions/record-row.ts'

/** Lists the programs of an app (D61). */
export const listPrograms = /*@__PURE__*/ defineList({
  id: 'listPrograms',
  name: 'programs',
  scope: 'programs:read',
  row: recordRow('programs', {}, { createdAt: instantSchema }),
  filters: ['appId', 'from', 'to', 'status', 'search'],
  statuses: ['active', 'scheduled', 'draft'],
})
