import { describe, expect, it } from 'vitest'
import { issuesOf, usd } from '../../../test/builders.ts'
import { payoutStatuses, payoutSummarySchema, payoutsPageSchema } from './list-payouts.ts'

const summary = {
  id: '019a3c60-0000-7d44-bd04-8091a2b3c4d5',
  kind: 'payouts',
  appId: '0199f0c2-1a00-7900-8900-4c5d6e7f8091',
  programId: '0199f0c2-1b00-7a11-8a01-5d6e7f8091a2',
  membershipId: '0199f0c2-1c40-7b22-9b02-6e7f8091a2b3',
  name: 'Agency partners',
  status: 'partially_reported',
  amount: usd('12500'),
  unpaid: usd('2500'),
}

describe('payoutSummarySchema', () => {
  it('requires every field of the interface [2.4-id] [2.4-appId] [2.4-programId] [2.4-membershipId]', () => {
    expect(issuesOf(payoutSummarySchema, summary)).toEqual([])
    expect(issuesOf(payoutSummarySchema, {})).toEqual(Object.keys(summary).map((name) => `/${name} required`))
  })

  it('takes who is paid, when it was made and what was reported, from a service that says so [D198]', () => {
    const said = {
      reported: usd('10000'),
      confirmed: usd('0'),
      memberName: 'Ada',
      createdAt: '2026-05-02T00:00:00Z',
    }
    expect(issuesOf(payoutSummarySchema, { ...summary, ...said })).toEqual([])
    expect(issuesOf(payoutSummarySchema, { ...summary, reported: '100.00 USD', memberName: null })).toEqual([
      '/reported invalid_type',
      '/memberName invalid_type',
    ])
  })

  it('takes rows of the kind payouts alone [2.4-kind]', () => {
    expect(issuesOf(payoutSummarySchema, { ...summary, kind: 'commissions' })).toEqual([
      '/kind invalid_value',
    ])
  })

  it('takes a status that came later, and keeps further fields [2.4-status] [3-status] [D13] [D17]', () => {
    const later = { ...summary, status: 'settled_on_chain', reference: 'x' }

    expect(payoutSummarySchema.parse(later)).toEqual(later)
  })

  it('knows the seven derived states, the one of the interface among them [3-status] [D17]', () => {
    expect(payoutStatuses).toEqual([
      'voided',
      'disputed',
      'unreported',
      'partially_reported',
      'reported',
      'partially_confirmed',
      'confirmed',
    ])
  })
})

describe('payoutsPageSchema', () => {
  it('takes a last page, and requires nextCursor on it [2.5-items] [2.5-nextCursor]', () => {
    expect(issuesOf(payoutsPageSchema, { items: [], nextCursor: null })).toEqual([])
    expect(issuesOf(payoutsPageSchema, { items: [summary], nextCursor: 'c' })).toEqual([])
    expect(issuesOf(payoutsPageSchema, { items: [] })).toEqual(['/nextCursor required'])
  })
})
