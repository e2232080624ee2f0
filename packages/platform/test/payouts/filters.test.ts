import { type ListQuery, payoutStatuses } from '@affiliate-platform/contract'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  insertConfirmation,
  insertDispute,
  insertReport,
  insertVoid,
} from '@affiliate-platform/test-support/payment-fact-builders'
import {
  insertApp,
  insertGroup,
  insertMembership,
  insertPayout,
  insertPayouts,
  insertProgram,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import { expect, it } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { areFiltersAccessible } from '../../src/lists/check-filters.ts'
import { payoutsList } from '../../src/payouts/list.ts'

const noon = '2026-03-10T12:00:00.000Z'
const noonMs = Date.parse(noon)

describeOnEachEngine('the payouts list', (database) => {
  const list = async (app: TestApp, query: Partial<ListQuery> = {}) => {
    const page = { app, query: { limit: 50, ...query }, after: undefined }
    return (await payoutsList.listRows({ database: database(), nowMs: undefined }, page)).rows
  }
  const listIds = async (app: TestApp, query?: Partial<ListQuery>) =>
    (await list(app, query)).map(({ id }) => id)

  it('shows each row with program, member, exact amounts as text and creation time [2.4] [D198]', async () => {
    const app = await insertApp(database(), { programName: 'Gold partners', memberName: 'Ada 李' })
    const amountMinor = 10n ** 38n - 1n
    const id = await insertPayout(database(), app, { amountMinor, currency: 'KWD', createdAt: noon })
    await insertReport(database(), { ...app, payoutId: id }, 1n)
    expect(await list(app)).toEqual([
      {
        id,
        program_id: app.programId,
        membership_id: app.membershipId,
        name: 'Gold partners',
        status: 'partially_reported',
        amount_minor: '99999999999999999999999999999999999999',
        unpaid_minor: '99999999999999999999999999999999999998',
        reported_minor: '1',
        confirmed_minor: '0',
        member_name: 'Ada 李',
        currency: 'KWD',
        created_at_ms: Date.parse(noon),
      },
    ])
  })

  it('lists the newest first, and rows of one time by descending id [D18]', async () => {
    const app = await insertApp(database())
    const createdAt = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z']
    const [oldest, lower, higher] = await insertPayouts(
      database(),
      app,
      createdAt.map((time) => ({ createdAt: time })),
    )
    expect(await listIds(app)).toEqual([higher, lower, oldest])
  })

  it('gives one row more than asked for when there is one [D18]', async () => {
    const app = await insertApp(database())
    await insertPayouts(database(), app, [{}, {}, {}])
    for (const [limit, rows] of [
      [1, 2],
      [2, 3],
      [3, 3],
      [50, 3],
    ] as const) {
      expect(await list(app, { limit })).toHaveLength(rows)
      expect(await list(app, { limit, search: 'mia' })).toHaveLength(rows)
    }
  })

  it('shows nothing of another app or workspace [5-3]', async () => {
    const app = await insertApp(database())
    const sibling = await insertApp(database(), { workspaceId: app.workspaceId })
    const stranger = await insertApp(database())
    for (const other of [sibling, stranger]) await insertPayout(database(), other)
    const own = await insertPayout(database(), app)
    expect(await listIds(app)).toEqual([own])
    expect(await listIds(app, { search: 'mia' })).toEqual([own])
  })

  it('filters by program, group, membership and currency, alone and together [4.2]', async () => {
    const app = await insertApp(database())
    const programId = await insertProgram(database(), app)
    const groupId = await insertGroup(database(), { ...app, programId })
    const membershipId = await insertMembership(database(), { ...app, programId, groupId })
    const other = { programId, groupId, membershipId, currency: 'JPY' }
    const own = await insertPayout(database(), app)
    const wanted = await insertPayout(database(), app, other)
    for (const [name, value] of Object.entries(other)) {
      expect(await listIds(app, { [name]: value }), name).toEqual([wanted])
    }
    expect(await listIds(app, other)).toEqual([wanted])
    expect(await listIds(app, { ...other, search: 'Mia', status: 'unreported' })).toEqual([wanted])
    expect(await listIds(app, { ...other, currency: 'USD' })).toEqual([])
    expect(await listIds(app, { groupId: app.groupId, currency: 'USD' })).toEqual([own])
  })

  it('filters by the group at the time of the payout, not by that of the member [4.2]', async () => {
    const app = await insertApp(database())
    await insertPayout(database(), app, { groupId: null })
    expect(await listIds(app, { groupId: app.groupId })).toEqual([])
  })

  it('includes `from` and excludes `to` to the millisecond [D19]', async () => {
    const app = await insertApp(database())
    const times = [-1, 0, 1].map((offsetMs) => ({ createdAt: new Date(noonMs + offsetMs).toISOString() }))
    const [before, at, after] = await insertPayouts(database(), app, times)
    expect(await listIds(app, { fromMs: noonMs })).toEqual([after, at])
    expect(await listIds(app, { toMs: noonMs })).toEqual([before])
    expect(await listIds(app, { fromMs: noonMs, toMs: noonMs + 1 })).toEqual([at])
    expect(await listIds(app, { fromMs: noonMs, toMs: noonMs })).toEqual([])
    expect(await listIds(app, { fromMs: noonMs, toMs: noonMs + 1, search: 'mia' })).toEqual([at])
  })

  it('takes bounds in the years 0 and 10000, which the database cannot write [D19]', async () => {
    const app = await insertApp(database())
    const id = await insertPayout(database(), app)
    const [early, late] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999-23:59')]
    expect(await listIds(app, { fromMs: early, toMs: late })).toEqual([id])
    expect(await listIds(app, { toMs: early })).toEqual([])
    expect(await listIds(app, { fromMs: late })).toEqual([])
  })

  it.each([
    ['an unknown status [D23]', { status: 'paid' }],
    ['a status in upper case [D23]', { status: 'UNREPORTED' }],
    ['a status with a NUL character', { status: 'unreported\0' }],
    ['an unsupported currency [D22]', { currency: 'XXX' }],
    ['a currency with a NUL character', { currency: 'US\0' }],
    ['a search with a NUL character', { search: 'Mia\0' }],
  ])('%s gives an empty page without asking the database', async (_what, query) => {
    const fail = () => Promise.reject(new Error('The database was asked.'))
    const untouched = { database: { query: fail, transaction: fail }, nowMs: undefined }
    const app = { workspaceId: '', appId: '' }
    const page = { app, query: { limit: 50, ...query }, after: undefined }
    expect(await payoutsList.listRows(untouched, page)).toEqual({ rows: [] })
  })

  it('finds every status by its filter and no row under another [D17] [D23]', async () => {
    const app = await insertApp(database())
    const ids = await insertOneOfEachStatus(database(), app)
    for (const status of payoutStatuses) {
      expect(await list(app, { status })).toMatchObject([{ id: ids[status], status }])
    }
  })

  it('accepts records of the app and rejects unknown, sibling and foreign ones [5-3] [D21]', async () => {
    const app = await insertApp(database())
    const sibling = await insertApp(database(), { workspaceId: app.workspaceId })
    const stranger = await insertApp(database())
    const check = (query: Partial<ListQuery>) =>
      areFiltersAccessible(database(), app, { limit: 50, ...query })
    const { programId, groupId, membershipId } = app
    expect(await check({})).toBe(true)
    expect(await check({ programId, groupId, membershipId })).toBe(true)
    for (const name of ['programId', 'groupId', 'membershipId'] as const) {
      expect(await check({ [name]: app[name] })).toBe(true)
      for (const id of [sibling[name], stranger[name], app.appId]) {
        expect(await check({ programId, groupId, membershipId, [name]: id }), name).toBe(false)
      }
    }
  })
})

async function insertOneOfEachStatus(database: Database, app: TestApp) {
  const insert = async (
    addFacts: (payout: { workspaceId: string; payoutId: string }) => Promise<unknown>,
  ) => {
    const payoutId = await insertPayout(database, app, { amountMinor: 100n })
    await addFacts({ ...app, payoutId })
    return payoutId
  }
  const report = (amountMinor: bigint) => insert((payout) => insertReport(database, payout, amountMinor))
  const confirm = (amountMinor: bigint) =>
    insert(async (payout) => {
      const reportId = await insertReport(database, payout, 100n)
      await insertConfirmation(database, payout, { reportId, amountMinor })
    })
  return {
    voided: await insert((payout) => insertVoid(database, payout)),
    disputed: await insert(async (payout) =>
      insertDispute(database, payout, await insertReport(database, payout, 100n)),
    ),
    unreported: await insert(async () => undefined),
    partially_reported: await report(99n),
    reported: await report(100n),
    partially_confirmed: await confirm(99n),
    confirmed: await confirm(100n),
  }
}
