import { type ListRow, operations } from '@affiliate-platform/contract'
import { createListStatements } from '../lists/list-statements.ts'
import { createListSource, type ListedRow } from '../lists/read-page.ts'
import { termsFrom } from '../terms/terms-from.ts'

const from = termsFrom('program', 'record.id')

export interface ProgramRow extends ListedRow {
  /** Not sent, like the next one. */
  readonly closed_at: Date | null
  readonly pay_day: number | null
}

/** The state of a program at `clock.now` as SQL. */
export const programStatus = `case when ${from} <= clock.now then 'active' when ${from} is not null then 'scheduled' else 'draft' end`

const statements = createListStatements(operations.listPrograms, {
  table: 'programs',
  programId: 'record.id',
  columns: ['record.closed_at', 'record.pay_day'],
  status: programStatus,
})

/** The programs as a list of the interface (D61). */
export const programsList = createListSource<ProgramRow>(
  statements,
  ({ id, name, status, created_at_ms }, { appId }): ListRow<'listPrograms'> => ({
    id,
    kind: 'programs',
    appId,
    programId: id,
    name,
    status,
    createdAt: new Date(created_at_ms).toISOString(),
  }),
)
