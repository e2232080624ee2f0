import { type Demo, seedDemo } from '@affiliate-platform/operator/demo'
import { type Database, migrate, openDatabase } from '@affiliate-platform/platform/database'
import { AffiliateClient } from '@affiliate-platform/sdk'
import { createFakeTime, withFakeTime } from '@affiliate-platform/sdk/testing'
import { createApp } from '@affiliate-platform/service'
import { paidByHand } from '@affiliate-platform/test-support/payout-builders'
import { afterAll, beforeAll, expect, test } from 'vitest'

// All in 2020, before the payouts that are there already, and many of them at the same moment.
const insertPayouts = {
  name: 'insert_payouts',
  text: paidByHand(`
    insert into payouts
      (workspace_id, id, app_id, program_id, membership_id, amount_minor, currency, created_at)
    select $1, gen_random_uuid(), $2, $3, $4, number, 'USD', timestamptz '2020-01-01Z' + number / 7 * interval '1 min'
    from generate_series($5::integer + 1, $5 + 1000) number`),
}

let database: Database
let demo: Demo

beforeAll(async () => {
  database = await openDatabase({ inMemory: true })
  await migrate(database)
  demo = await seedDemo(database)
  const { workspaceId, appId, programId, membershipId } = demo.ids
  for (let before = 0; before < 10_000; before += 1000) {
    await database.query(insertPayouts, [workspaceId, appId, programId, membershipId, before])
    // As autovacuum would: else the planner takes the new tables for empty, and reads all for each of these.
    await database.query(
      { name: 'test_analyze', text: 'analyze payouts, commissions, payout_commissions' },
      [],
    )
  }
})

afterAll(() => database.close())

test('walks 10,000 rows behind the real quota: none lost, none doubled, none too early [8-quota, D18, D29, D50, D103]', async () => {
  const time = createFakeTime(Date.now())
  const startMs = time.nowMs()
  const app = await createApp({ database, clock: time.nowMs })
  const statuses: number[] = []
  const fetch = async (...input: Parameters<typeof globalThis.fetch>) => {
    const response = await app.fetch(new Request(...input))
    statuses.push(response.status)
    return response
  }
  const options = { baseUrl: 'http://service.test', apiKey: demo.keys.affiliate, fetch }
  const { payouts } = new AffiliateClient(withFakeTime(options, time))

  const ids: string[] = []
  const amounts: number[] = []
  for await (const { id, amount } of payouts.list({ to: '2020-12-31' })) {
    ids.push(id)
    amounts.push(Number(amount.amountMinor))
  }

  expect(new Set(ids).size).toBe(10_000)
  expect(ids).toHaveLength(10_000)
  expect(new Set(amounts)).toEqual(new Set(Array.from({ length: 10_000 }, (_, index) => index + 1)))
  // 120 pages, one wait for the quota before it is exceeded, and the other 80.
  expect(statuses).toHaveLength(200)
  expect(statuses.filter((status) => status === 429)).toEqual([])
  expect(time.waitsMs).toEqual([60_000])
  expect(time.nowMs() - startMs).toBe(60_000)
})
