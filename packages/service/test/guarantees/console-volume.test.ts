import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folder, origin, signIn } from '../console/sign-in.ts'
import { insertManyPayouts } from './insert-many-payouts.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const payouts = scale({ quick: 20_000, soak: 1_000_000 })
const screenMsMax = scale({ quick: 30_000, soak: 1000 })
const deepPages = scale({ quick: 20, soak: 400 })

describe.skipIf(!enginesAtHand.includes('postgres'))(`the console with ${payouts} payouts`, () => {
  let service: TestService
  let headers: Readonly<Record<string, string>>

  beforeAll(async () => {
    service = await createTestService({ engine: 'postgres', console: { place: { origin }, folder } })
    headers = await signIn(service, 'Rita')
    await insertManyPayouts(service.database, service.ids, payouts)
  })

  afterAll(() => service.close())

  const get = (path: string) => service.fetch(`/api/console/v1/${path}`, { headers })
  /** Milliseconds of the middle one of five tries. */
  const measure = async (path: string): Promise<number> => {
    const times: number[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      const startedAt = performance.now()
      const response = await get(path)
      await response.text()
      times.push(performance.now() - startedAt)
      expect(response.status).toBe(200)
    }
    return times.toSorted((one, other) => one - other)[2] ?? Number.NaN
  }

  test('shows its first screens at once [D340] [D476]', async () => {
    for (const path of [
      'overview',
      `payouts?appId=${service.ids.appId}`,
      `members?appId=${service.ids.appId}`,
    ]) {
      const ms = await measure(path)
      report(`${path.replace(/\?.*/, '')} beside ${payouts} payouts: ${ms.toFixed(0)} ms`)
      expect(ms).toBeLessThan(screenMsMax)
    }
  })

  test('adds up to the unit what its balances are [D340]', async () => {
    const { currencies } = (await (await get('overview')).json()) as ConsoleResponse<'readOverview'>
    const text = `
      select currency, sum(amount_minor)::text as amount from commissions
      where workspace_id = $1 group by currency order by currency`
    const booked = await service.database.query({ name: '', text }, [service.ids.workspaceId])
    expect(currencies.map(({ currency, earned }) => ({ currency, amount: earned.amountMinor }))).toEqual(
      booked,
    )
  })

  test('reads a deep page as it reads the next one [D340]', async () => {
    const first = `payouts?appId=${service.ids.appId}&limit=50`
    const times: number[] = []
    let path: string | undefined = first
    for (let page = 0; page < deepPages && path !== undefined; page += 1) {
      const startedAt = performance.now()
      const { nextCursor } = (await (await get(path)).json()) as ConsoleResponse<'searchPayouts'>
      times.push(performance.now() - startedAt)
      path = nextCursor ? `${first}&cursor=${encodeURIComponent(nextCursor)}` : undefined
    }
    const middleOf = (some: readonly number[]) =>
      some.toSorted((one, other) => one - other)[Math.floor(some.length / 2)] ?? Number.NaN
    const [near, far] = [middleOf(times.slice(1, 11)), middleOf(times.slice(-10))]
    report(`page 2 to 11: ${near.toFixed(1)} ms, the last ten of ${times.length}: ${far.toFixed(1)} ms`)
    expect(times).toHaveLength(deepPages)
    expect(far / near).toBeLessThan(scale({ quick: 20, soak: 2 }))
  })

  test('sends all of them as a file in memory that does not grow, and serves everybody meanwhile [D348]', async () => {
    const alone = await measure('overview')
    const response = await get(`payouts.csv?appId=${service.ids.appId}`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    let [rows, keptMax, asked, besides] = [0, 0, 0, Number.NaN]
    for (;;) {
      const { done, value = '' } = (await reader?.read()) ?? { done: true }
      if (done) break
      rows += value.split('\n').length - 1
      if (rows < (asked + 1) * (payouts / 5)) continue
      asked += 1
      besides = await measure('overview')
      collectGarbage()
      keptMax = Math.max(keptMax, process.memoryUsage().heapUsed - before)
    }
    report(`${rows} rows sent; ${(keptMax / 1e6).toFixed(1)} MB kept on the way`)
    report(`the overview takes ${besides.toFixed(0)} ms meanwhile, ${alone.toFixed(0)} alone`)
    const text = 'select count(*)::int as count from payouts where workspace_id = $1 and app_id = $2'
    const { workspaceId, appId } = service.ids
    const [all] = await service.database.query<{ count: number }>({ name: '', text }, [workspaceId, appId])
    // And the head.
    expect(rows).toBe((all?.count ?? 0) + 1)
    expect(keptMax).toBeLessThan(64_000_000)
    expect(besides).toBeLessThan(scale({ quick: 30_000, soak: 3 * alone }))
  })
})
