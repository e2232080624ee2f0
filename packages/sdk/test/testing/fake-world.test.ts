import { AffiliateClient } from '@affiliate-platform/sdk'
import {
  buildPayout,
  buildTermsRules,
  createFakeService,
  createFakeTime,
  type FakeServiceOptions,
  fakeIds,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'

const { membershipId, programId, groupId } = fakeIds
const hourMs = 3_600_000

function start(options: FakeServiceOptions = {}) {
  const time = createFakeTime()
  const service = createFakeService({ ...options, time })
  return { time, affiliate: new AffiliateClient(withFakeTime(service.affiliateOptions, time)) }
}

describe('terms that were saved', () => {
  test('show in the membership and its row, with their states as time passes [D205]', async () => {
    const { time, affiliate } = start()
    const { memberships } = affiliate
    const save = (rateBps: number, effectiveAt?: Date) =>
      memberships.saveTerms(membershipId, { rules: buildTermsRules({ rateBps }), effectiveAt })
    expect(await memberships.get(membershipId)).toMatchObject({
      status: 'without_terms',
      terms: { total: 0 },
    })

    const later = await save(888, new Date(time.nowMs() + hourMs))
    expect(await memberships.get(membershipId)).toMatchObject({ status: 'without_terms', termsInForce: null })
    const first = await save(777)

    const { status, termsInForce, terms } = await memberships.get(membershipId)
    expect(status).toBe('active')
    expect(termsInForce).toMatchObject({ id: first.id, from: 'membership', rules: { rateBps: 777 } })
    expect(terms).toMatchObject({
      items: [
        { id: later.id, state: 'scheduled' },
        { id: first.id, state: 'applies', actor: `key:${first.createdBy}`, supersedes: null },
      ],
      total: 2,
    })
    expect((await memberships.listPage({ status: 'active' })).items).toHaveLength(1)
    expect((await memberships.listPage({ status: 'without_terms' })).items).toEqual([])

    time.advance(hourMs)
    const after = await memberships.get(membershipId)
    expect(after.termsInForce?.id).toBe(later.id)
    expect(after.terms.items.map(({ state }) => state)).toEqual(['applies', 'past'])
  })

  test('come after those that the record begins with [D205]', async () => {
    const own = start()
    const { id } = await own.affiliate.memberships.saveTerms(membershipId, { rules: buildTermsRules() })
    const { terms, termsInForce, ...row } = await own.affiliate.memberships.get(membershipId)
    const summary = { ...row, status: 'suspended' as const }
    const record = { summary, detail: { terms, termsInForce }, createdAtMs: 0 }
    const { affiliate } = start({ records: { memberships: [record] } })

    const next = await affiliate.memberships.saveTerms(membershipId, {
      rules: buildTermsRules({ rateBps: 1 }),
    })

    expect(next.supersedes).toBe(id)
    const read = await affiliate.memberships.get(membershipId)
    expect(read.terms.items.map(({ state }) => state)).toEqual(['applies', 'past'])
    expect(read.status).toBe('suspended')
  })
})

describe('a world without contradictions', () => {
  test.each<[string, FakeServiceOptions]>([
    ['by default', {}],
    ['of own payouts', { payouts: [buildPayout(7, { programId: fakeIds.foreignMembershipId })] }],
    ['of a membership by its id alone', { payouts: [], memberships: [{ id: membershipId, programId }] }],
  ])('%s: every record that a record names is there, and says the same [D205]', async (_title, options) => {
    const { affiliate } = start(options)
    const { payouts, commissions, memberships, programs, groups } = affiliate
    const all = { limit: Infinity }
    for (const row of await payouts.list().toArray(all)) {
      const { lines, ...payout } = await payouts.get(row.id)
      expect(await programs.get(row.programId)).toMatchObject({ name: row.name })
      expect(await memberships.get(row.membershipId)).toMatchObject({ programId: row.programId })
      expect(lines.items.map(({ amount }) => amount)).toEqual([payout.amount])
      for (const { commissionId } of lines.items) {
        const { commission } = await payouts.explain(row.id, { unit: 1 })
        expect(await commissions.get(commissionId)).toMatchObject({
          payoutId: row.id,
          explanation: { commission },
        })
      }
    }
    for (const row of await memberships.list().toArray(all)) {
      expect((await programs.get(row.programId)).id).toBe(row.programId)
      if (row.groupId !== null) expect((await groups.get(row.groupId)).memberships).toBe(1)
      expect(await memberships.saveTerms(row.id, { rules: buildTermsRules() })).toMatchObject({
        target: { id: row.id },
      })
    }
    expect(await commissions.list().toArray(all)).toHaveLength((await payouts.list().toArray(all)).length)
  })

  test('the record that was given stands, what nobody names is not there [D205]', async () => {
    const { affiliate } = start()
    const [group] = (await affiliate.groups.listPage()).items
    const { items } = await affiliate.payouts.listPage({ groupId })
    expect(items).toHaveLength(3)
    expect(await errorOf(affiliate.programs.get(fakeIds.foreignMembershipId))).toMatchObject({
      code: 'access_denied',
    })
    if (group === undefined) throw new Error('There is no group.')
    const named = start({
      records: { groups: [{ summary: { ...group, groupName: 'Gold' }, createdAtMs: 0 }] },
    })
    expect((await named.affiliate.groups.listPage()).items.map(({ groupName }) => groupName)).toEqual([
      'Gold',
    ])
  })
})
