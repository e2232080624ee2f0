import { setTimeout as sleep } from 'node:timers/promises'
import { createCredentialSearch, hashApiKey, newApiKey } from '@affiliate-platform/platform/api-keys'
import { type Database, newId } from '@affiliate-platform/platform/database'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { isSoak, report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'

const oneByOne = scale({ quick: 40, soak: 2000 })
const atOnce = scale({ quick: 1200, soak: 12_000 })

/** Makes keys of an app that no process has seen. */
async function insertKeys(database: Database, count: number): Promise<readonly string[]> {
  const { workspaceId, appId } = await insertApp(database)
  const keys = Array.from({ length: count }, () => newApiKey('affiliate'))
  const text = `
    insert into api_keys
      (workspace_id, id, lineage_id, kind, app_id, scopes, name, key_hash, key_hint, created_at)
    select $1, id::uuid, id::uuid, 'affiliate', $2, '{}', 'test', decode(hash, 'hex'), 'aff_affiliate_…', now()
    from jsonb_to_recordset($3::jsonb) as key(id text, hash text)`
  const rows = keys.map((key) => ({ id: newId(), hash: hashApiKey(key).toString('hex') }))
  await database.query({ name: '', text }, [workspaceId, appId, JSON.stringify(rows)])
  return keys
}

describeOnEachEngine('a key that works, at its first use in a process', (database) => {
  test('is found at once, beside others that are new [D251]', async () => {
    const find = createCredentialSearch(database())
    const tookMs: number[] = []
    const uses = (await insertKeys(database(), oneByOne)).map(async (key, index) => {
      // Some 200 a second.
      await sleep(index * 5)
      const startedAtMs = performance.now()
      expect(await find(key)).toBeDefined()
      tookMs.push(performance.now() - startedAtMs)
    })
    await Promise.all(uses)
    tookMs.sort((a, b) => a - b)
    const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => tookMs[Math.ceil(tookMs.length * share) - 1])
    report(
      `${database().engine}, first uses, 200 a second: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    )
    expect(p50).toBeLessThan(isSoak ? 5 : 1000)
  })

  test(`is found with ${atOnce} others at once [D251]`, async () => {
    const find = createCredentialSearch(database())
    const keys = await insertKeys(database(), atOnce)
    const startedAtMs = performance.now()
    const found = await Promise.all(keys.map(find))
    expect(found).not.toContain(undefined)
    report(
      `${database().engine}, ${atOnce} first uses at once: ${(performance.now() - startedAtMs).toFixed(0)} ms`,
    )
  })
})
