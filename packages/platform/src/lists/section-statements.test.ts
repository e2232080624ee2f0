import { operations } from '@affiliate-platform/contract'
import { expect, it } from 'vitest'
import { createSectionStatements } from './section-statements.ts'

it('rejects a section with a filter that its records have no column for', () => {
  const sql = { table: 'payouts', programId: 'record.program_id', status: `'confirmed'` }
  expect(() => createSectionStatements(operations.listPayouts, sql)).toThrow('no column for groupId')
})
