import { type Database, openPostgres } from '@affiliate-platform/platform/database'
import { createGate } from '@affiliate-platform/test-support/gate'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { toolCall } from './tool-call.ts'

const api = '/api/affiliate-platform/v1'

describe.skipIf(!enginesAtHand.includes('postgres'))("an assistant's reads of very much at once", () => {
  let database: Database
  let service: TestService
  let shopDomain: string
  /** The statement that is held until its gate opens, and how often it is under way. */
  let held = { name: '', running: 0, gate: createGate() }

  beforeAll(async () => {
    database = await openPostgres(await createPostgresCopy())
    const query: Database['query'] = async (statement, values) => {
      if (statement.name === held.name) {
        held.running += 1
        await held.gate.promise
      }
      return await database.query(statement, values)
    }
    service = await createTestService({ database: { ...database, session: (run) => run({ query }) } })
    const referral = await service.fetch(`${api}/referrals/${service.ids.referralId}`, {
      key: service.keys.affiliate,
    })
    shopDomain = Object(await referral.json()).shopDomain
  })

  afterAll(() => database.close())

  test.each<[string, string, () => object]>([
    ['preview_payouts', 'payout_run_pairs', () => ({})],
    ['list_balances', 'balance_list_booked', () => ({})],
    ['explain', 'explain_list_lines', () => ({ record: 'payout', id: service.ids.payoutId })],
    [
      'explain',
      'posting_list_transactions',
      () => ({ record: 'shop', id: shopDomain, appId: service.ids.appId }),
    ],
  ])('take turns, and nothing else waits for them: %s, %s [D161] [D250]', async (tool, name, toArguments) => {
    const gate = createGate()
    onTestFinished(() => gate.open())
    held = { name, running: 0, gate }
    const calls = Array.from({ length: 4 }, () =>
      service.fetch('/mcp', { key: service.keys.mcp, ...toolCall(tool, toArguments()) }),
    )
    await expect.poll(() => held.running).toBeGreaterThan(0)
    for (let sent = 0; sent < 5; sent += 1) {
      const list = await service.fetch(`${api}/payouts?limit=1`, { key: service.keys.affiliate })
      expect(list.status).toBe(200)
    }
    expect(held.running).toBe(1)
    gate.open()
    for (const call of await Promise.all(calls)) {
      expect(Object(await call.json()).result).not.toHaveProperty('isError')
    }
  })
})
