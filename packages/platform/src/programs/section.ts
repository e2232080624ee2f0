import { operations, type SectionRow } from '@affiliate-platform/contract'
import { createSection } from '../lists/read-page.ts'
import { createSectionStatements } from '../lists/section-statements.ts'
import { termsFrom } from '../terms/terms-from.ts'

const from = termsFrom('program', 'record.id')

/** The state of a program at `clock.now` as SQL. */
export const programStatus = `case when ${from} <= clock.now then 'active' when ${from} is not null then 'scheduled' else 'draft' end`

const statements = createSectionStatements(operations.listPrograms, {
  table: 'programs',
  programId: 'record.id',
  status: programStatus,
})

/** The programs as a section of the interface (D61). */
export const programsSection = createSection(
  statements,
  ({ id, name, status, created_at_ms }, { appId }): SectionRow<'listPrograms'> => ({
    id,
    kind: 'programs',
    appId,
    programId: id,
    name,
    status,
    createdAt: new Date(created_at_ms).toISOString(),
  }),
)
