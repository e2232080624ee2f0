import { setTimeout as sleep } from 'node:timers/promises'
import { readSalesStatus, startSalesSchedule } from '@affiliate-platform/platform/sales'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { createGate } from '@affiliate-platform/test-support/gate'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildOwnSales, type ConnectedWorld, connect } from './connected-world.ts'

/** Schedules as so many processes run them, and what they log. */
function startSchedules(world: ConnectedWorld, processes: number, access = world.access) {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const options = { everyMinutes: 60, access }
  const schedules = Array.from({ length: processes }, () => startSalesSchedule(world.database, log, options))
  return { lines, stop: () => Promise.all(schedules.map((schedule) => schedule.stop())) }
}

/** Access whose third page is held until the schedule stops: in the wait before its request, or in its response. */
function holdThirdPage({ access, simulator, walks }: ConnectedWorld, held: 'wait' | 'response') {
  const reached = createGate()
  const hold = async (signal: AbortSignal | null | undefined): Promise<void> => {
    reached.open()
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    signal?.throwIfAborted()
  }
  const clock: typeof access.clock = {
    ...access.clock,
    sleep: (ms, signal) => {
      return held === 'wait' && walks().length === 2 ? hold(signal) : access.clock.sleep(ms, signal)
    },
  }
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await simulator.fetch(url, init)
    if (held === 'response' && walks().length === 3) await hold(init.signal)
    return response
  }
  return { access: { ...access, clock, fetch }, reached: reached.promise }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50)
}

describeOnEachEngine('the schedule of serve', (database) => {
  test('reads each app by one of many processes, and leaves it for an hour [D134]', async () => {
    const world = await connect(database(), { transactions: buildOwnSales(250) })
    const { lines, stop } = startSchedules(world, 3)
    await until(async () => (await readSalesStatus(database(), world)).lastRun?.result === 'complete')
    await until(async () => lines.length > 0)
    await stop()

    expect(await world.amounts()).toHaveLength(250)
    // The shop in three pages, and the window of the app in one.
    expect(world.walks()).toHaveLength(4)
    const status = await readSalesStatus(database(), world)
    expect(Date.parse(String(status.connection?.nextPassAt)) - Date.now()).toBeGreaterThan(3_500_000)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'sales were imported', posted: 250 }])
    expect(lines.join('')).not.toContain('canary')
  })

  test.each([
    { moment: 'between two pages', held: 'wait', walks: 5 },
    { moment: 'in a page, which is read again', held: 'response', walks: 6 },
  ] as const)('stops $moment, and goes on there in the next process [D134]', async ({ held, walks }) => {
    const world = await connect(database(), { transactions: buildOwnSales(350) })
    const { access, reached } = holdThirdPage(world, held)
    const first = startSchedules(world, 1, access)
    await reached
    await first.stop()
    const { lastRun } = await readSalesStatus(database(), world)
    const next = startSchedules(world, 1)
    await until(async () => next.lines.length > 0)
    await next.stop()

    expect(lastRun?.pages).toBe(2)
    expect(await world.amounts()).toHaveLength(350)
    // Four pages of the shop, one of the app, and the one that was not stored.
    expect(world.walks()).toHaveLength(walks)
  })

  test('tells of a failure without the token, and tries again in a minute [D134]', async () => {
    const world = await connect(database(), { transactions: buildOwnSales(1) })
    world.partner.setBehaviour('unauthorized')
    const { lines, stop } = startSchedules(world, 1)
    await until(async () => lines.length > 0)
    await stop()

    const status = await readSalesStatus(database(), world)
    expect(status.connection?.lastFailure).toContain('View financials')
    expect(Date.parse(String(status.connection?.nextPassAt)) - Date.now()).toBeLessThan(61_000)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, code: 'access_denied' }])
    expect(lines.join('') + JSON.stringify(status)).not.toContain('canary')
  })
})
