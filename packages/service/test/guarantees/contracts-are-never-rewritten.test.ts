import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectSaved, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { expect, test } from 'vitest'

/** Everything that a terms write must not touch, row by row and byte by byte. */
async function hashTables({ database }: TestService, tables: readonly string[]): Promise<readonly string[]> {
  return await Promise.all(
    tables.map(async (table) => {
      const text = `select md5(string_agg(t::text, E'\\n' order by t::text)) as hash from ${table} t`
      const [row] = await database.query<{ hash: string }>({ name: `test_hash_${table}`, text }, [])
      return `${table} ${row?.hash}`
    }),
  )
}

describeServiceOnEachEngine('saving terms', {}, (service) => {
  test('leaves every referral, contract snapshot, commission and payout as it was [4.1-6] [1]', async () => {
    const tables = ['referrals', 'referral_contracts', 'commissions', 'payouts', 'memberships', 'programs']
    const before = await hashTables(service(), tables)
    expect(await service().count('referral_contracts')).toBe(608)

    for (const effectiveAt of [undefined, '2026-11-01T00:00:00Z', '2035-01-01T00:00:00Z']) {
      const json = { rules: buildRules({ rateBps: 1 }), ...(effectiveAt !== undefined && { effectiveAt }) }
      await expectSaved(await saveTerms(service(), { json }))
    }

    expect(await hashTables(service(), tables)).toEqual(before)
  })

  test('leaves earlier versions as they were [3] [D12]', async () => {
    const text = `
      select md5(string_agg(v::text, E'\\n' order by v.id)) as hash from terms_versions v where created_at < $1`
    const hashBefore = async (instantMs: number) => {
      const values = [new Date(instantMs)]
      const [row] = await service().database.query<{ hash: string }>({ name: 'test_hash_old', text }, values)
      return row?.hash
    }
    await expectSaved(await saveTerms(service(), { json: { rules: buildRules() } }))
    service().clock.advance(1000)
    const nowMs = service().clock.now()
    const before = await hashBefore(nowMs)
    await expectSaved(await saveTerms(service(), { json: { rules: buildRules({ basis: 'gross' }) } }))
    expect(await hashBefore(nowMs)).toBe(before)
  })
})
