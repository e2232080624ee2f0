import { operations } from '@affiliate-platform/contract'
import { describe, expect, it } from 'vitest'
import { termsFrom } from '../terms/terms-from.ts'
import { createRecordStatements } from './record-statements.ts'

const { findStatement } = createRecordStatements(operations.listPayouts, {
  table: 'programs',
  programId: 'record.id',
  status: `case when ${termsFrom('program', 'record.id')} <= clock.now then 'active' else 'draft' end`,
})

describe('createRecordStatements', () => {
  it('gives every set of filters a text and a name of its own, and keeps them', () => {
    const sets = [[], ['programId'], ['status'], ['search'], ['programId', 'status', 'search']] as const
    const found = sets.map(findStatement)
    expect(new Set(found.map(({ name }) => name)).size).toBe(sets.length)
    expect(new Set(found.map(({ text }) => text)).size).toBe(sets.length)
    expect(sets.map(findStatement)).toEqual(found)
  })

  it('numbers the values of filters after the time [D73]', () => {
    const { text } = findStatement(['programId', 'status', 'search'])
    expect(text).toContain('coalesce($7::timestamptz')
    expect(text).toContain('record.id = $8')
    expect(text).toContain('state.status = $9')
    expect(text).toContain('$10')
    expect(text).not.toContain('$11')
  })
})
