import { describe, expect, it } from 'vitest'
import { pageFilters } from '../lists/page-filters.ts'
import { findPageStatement } from './page-statement.ts'

const subsets = Array.from({ length: 2 ** pageFilters.length }, (_, bits) =>
  pageFilters.filter((_filter, index) => (bits >> index) & 1),
)

describe('findPageStatement', () => {
  it('gives every set of filters a text and a name of its own, within the 63 bytes of a name', () => {
    const statements = subsets.map(findPageStatement)
    expect(new Set(statements.map(({ name }) => name)).size).toBe(64)
    expect(new Set(statements.map(({ text }) => text)).size).toBe(64)
    for (const { name } of statements) expect(name.length).toBeLessThanOrEqual(63)
  })

  it('gives the same set the same statement', () => {
    for (const subset of subsets) expect(findPageStatement([...subset])).toBe(findPageStatement(subset))
  })
})
