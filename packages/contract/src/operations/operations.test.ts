import { describe, expect, it } from 'vitest'
import { scopes } from '../lib/api-keys.ts'
import { headerNames, schemaVersion } from '../lib/headers.ts'
import type { Operation } from './definitions/operation.ts'
import { listOperations } from './list-operations.ts'
import { type OperationId, operations } from './operations.ts'
import { recordOperations } from './record-operations.ts'

const all: Readonly<Record<OperationId, Operation>> = operations

describe('operations', () => {
  it('has the three endpoints of the interface [4.1-path] [4.2-path] [4.3-path] [9-path]', () => {
    const { saveTerms, listPayouts, identify } = all
    expect([saveTerms, listPayouts, identify].map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PATCH /api/affiliate-platform/v1/memberships/:id/terms',
      'GET /api/affiliate-platform/v1/payouts',
      'POST /api/identify',
    ])
  })

  it('has an operation of each list beside them, at its name [4.2-path] [D61]', () => {
    for (const { id, name, method, path, sources } of listOperations) {
      expect({ method, path, sources }).toEqual({
        method: 'GET',
        path: `/api/affiliate-platform/v1/${name}`,
        sources: ['affiliate'],
      })
      expect(id).toBe(`list${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    }
    expect(Object.keys(all)).toHaveLength(5 + listOperations.length + recordOperations.length)
  })

  it('asks for the one kind of key and the scope of each [5-1] [5-2] [5-6]', () => {
    expect(all.saveTerms).toMatchObject({ sources: ['affiliate'], scope: 'terms:write' })
    expect(all.listPayouts).toMatchObject({ sources: ['affiliate'], scope: 'payouts:read' })
    expect(all.identify.sources).toEqual(['workspace'])
    expect(all.identify.scope).toBeUndefined()
    expect(scopes.slice(0, 2)).toEqual(['terms:write', 'payouts:read'])
  })

  it('has a scope for each list that is read, one for programs and groups [5-2] [D60]', () => {
    expect(scopes.slice(2)).toEqual([
      'programs:read',
      'memberships:read',
      'referrals:read',
      'commissions:read',
    ])
  })

  it('knows the states of one record as of its list [D61] [D130]', () => {
    for (const { record, part, knownValues } of recordOperations) {
      const list = listOperations.find(({ name }) => name === `${record}s`)
      expect(knownValues['/status'], record).toEqual(part === undefined ? list?.statuses : undefined)
    }
  })

  it('is found under its own id [4.1-path] [4.2-path] [4.3-path]', () => {
    expect(Object.entries(all).filter(([name, { id }]) => name !== id)).toEqual([])
  })
})

describe('headerNames', () => {
  it('spells the headers of the interface [4-headers] [4.1-idempotency-key] [9-header]', () => {
    expect(headerNames.schemaVersion).toBe('X-Affiliate-Schema-Version')
    expect(schemaVersion).toBe('1')
    expect(headerNames.idempotencyKey).toBe('Idempotency-Key')
    expect(headerNames.retryAfter).toBe('Retry-After')
  })
})
