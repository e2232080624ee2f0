import { operations } from '@affiliate-platform/contract'
import { expect, it } from 'vitest'
import { createListStatements } from './list-statements.ts'

it('rejects a list with a filter that its records have no column for', () => {
  const sql = { table: 'payouts', programId: 'record.program_id', status: `'confirmed'` }
  expect(() => createListStatements(operations.listPayouts, sql)).toThrow('no column for groupId')
})
