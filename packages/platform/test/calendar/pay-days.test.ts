import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertMoneyApp, type MoneyApp } from '@affiliate-platform/test-support/money-builders'
import { beforeEach, expect, test } from 'vitest'
import { listPayDays } from '../../src/overview.ts'
import { closeProgram, updateProgram } from '../../src/programs.ts'
import { findDayStart, findTimeZone, updateWorkspace } from '../../src/workspaces.ts'
import { pay } from '../payout-runs/runs.ts'

describeOnEachEngine('the calendar of a workspace', (database) => {
  let app: MoneyApp

  beforeEach(async () => {
    const nothing = { amountMinor: '0', currency: 'USD' }
    app = await insertMoneyApp(database(), { threshold: nothing, cpi: nothing, holdDays: 0 })
  })

  const key = () => ({ workspaceId: app.workspaceId, id: app.programId })
  const setZone = (timeZone: string) => updateWorkspace(database(), { id: app.workspaceId, timeZone })
  const next = async (now: string) => {
    const [payDay, ...others] = await listPayDays(database(), app.workspaceId, new Date(now))
    expect(others).toEqual([])
    return payDay && `${payDay.day}${payDay.isDue ? ' due' : ''}`
  }

  test.for([
    ['UTC', '2026-11-27', '2026-11-27T00:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['Asia/Tokyo', '2026-01-01', '2025-12-31T15:00:00.000Z'],
    // Midnight does not exist: the day begins an hour later. Then it comes twice: the second one counts, as the database reads it.
    ['Asia/Beirut', '2022-03-27', '2022-03-26T22:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T05:00:00.000Z'],
  ] as const)('begins days in its time zone: %s, %s [D355]', async ([timeZone, day, start]) => {
    await setZone(timeZone)
    expect((await findDayStart(database(), app.workspaceId, day)).toISOString()).toBe(start)
  })

  test('knows time zones by their names alone [D355]', async () => {
    expect(await findTimeZone(database(), 'europe/berlin')).toBe('Europe/Berlin')
    expect(await findTimeZone(database(), 'UTC')).toBe('UTC')
    for (const unknown of ['', 'Berlin', '+02', 'Europe/Berlin; drop', 'posix/UTC', '../UTC']) {
      expect([unknown, await findTimeZone(database(), unknown)]).toEqual([unknown, undefined])
    }
  })

  test('tells the first pay day from today on, and the last day of short months [D355]', async () => {
    expect(await next('2026-02-10T12:00:00Z')).toBeUndefined()
    await updateProgram(database(), key(), { payDay: 31 })
    expect(await next('2026-02-10T12:00:00Z')).toBe('2026-02-28')
    expect(await next('2028-02-10T12:00:00Z')).toBe('2028-02-29')
    expect(await next('2026-02-28T12:00:00Z')).toBe('2026-02-28 due')
    expect(await next('2026-03-01T00:00:00Z')).toBe('2026-03-31')
    await updateProgram(database(), key(), { payDay: 5 })
    expect(await next('2026-12-31T23:59:59Z')).toBe('2027-01-05')
    await setZone('Pacific/Kiritimati')
    expect(await next('2026-12-04T10:00:00Z')).toBe('2026-12-05 due')
    await closeProgram(database(), { ...key(), reason: 'Sold' })
    expect(await next('2026-12-04T10:00:00Z')).toBeUndefined()
  })

  test('is due until a run is frozen as of that day or later [D355]', async () => {
    await updateProgram(database(), key(), { payDay: 15 })
    await pay(database(), app.workspaceId, '2026-03-14T23:59:59Z')
    expect(await next('2026-03-20T00:00:00Z')).toBe('2026-03-15 due')
    await pay(database(), app.workspaceId, '2026-03-15T00:00:00Z')
    expect(await next('2026-03-20T00:00:00Z')).toBe('2026-04-15')
    expect(await next('2026-06-20T00:00:00Z')).toBe('2026-04-15 due')
    await updateProgram(database(), key(), { payDay: null })
    expect(await next('2026-06-20T00:00:00Z')).toBeUndefined()
  })
})
