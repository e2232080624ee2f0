import { type Database, newId, openDatabase } from '@affiliate-platform/platform/database'
import {
  insertApp,
  insertPayouts,
  insertRows,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

// More than two pages of a thousand, many of which share their time of booking.
const count = 2345
const bookedAt = (index: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 700) * 86_400_000)

describe.runIf(enginesAtHand.includes('postgres'))('commissions as CSV', () => {
  let line: CommandLine
  let database: Database
  let app: TestApp
  let payout: string

  beforeAll(async () => {
    const databaseUrl = await createEmptyDatabase()
    line = createCommandLine({ DATABASE_URL: databaseUrl })
    await line.value('migrate')
    database = await openDatabase({ url: databaseUrl })
    app = await insertApp(database)
    line = createCommandLine({ DATABASE_URL: databaseUrl, AFFILIATE_WORKSPACE: app.workspaceId })
    const rows = Array.from({ length: count }, (_, index) => ({
      ...{ workspace_id: app.workspaceId, app_id: app.appId, program_id: app.programId, id: newId() },
      ...{ membership_id: app.membershipId, actor: 'system', cause: 'manual', reason: '=1+1' },
      ...(index % 3 === 0
        ? { entry: 'reversal', amount_minor: -1800, currency: 'USD' }
        : { entry: 'accrual', amount_minor: 1_234_567, currency: index % 3 === 1 ? 'USD' : 'KWD' }),
      ...{ accrued_at: bookedAt(0), available_at: bookedAt(0), created_at: bookedAt(index) },
    }))
    await insertRows(database, 'commissions', rows)
    const [paid = ''] = await insertPayouts(database, app, [
      { amountMinor: 500n, createdAt: '2026-03-01T00:00:00Z' },
    ])
    payout = paid
  })

  afterAll(() => database?.close())

  /** The lines of a list as CSV, each as its cells. */
  async function cells(options: string): Promise<readonly (readonly string[])[]> {
    const { stdout, exitCode } = await line.run(`commissions list --csv${options}`)
    expect(exitCode).toBe(0)
    return stdout
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','))
  }

  test('have every row once, what was booked last first, however many there are [D226] [D300]', async () => {
    const [head, ...rows] = await cells(' --posted-from 2026-01-01 --columns id,postedAt')
    expect(head).toEqual(['id', 'postedAt'])
    expect(rows).toHaveLength(count + 1)
    expect(new Set(rows.map(([id]) => id)).size).toBe(count + 1)
    const times = rows.map(([, postedAt]) => postedAt)
    expect(times).toEqual(times.toSorted().toReversed())
    expect((await cells(' --columns id')).slice(1).toSorted()).toEqual(rows.map(([id]) => [id]).toSorted())
    expect(await cells(' --limit 3')).toHaveLength(4)
    const { stderr } = await line.run('commissions list --posted-from 2026-01-01 --limit 1000')
    const cursor = /--cursor \S+$/m.exec(stderr)?.[0]
    expect(await cells(` --posted-from 2026-01-01 --columns id ${cursor}`)).toEqual([
      ['id'],
      ...rows.slice(1000).map(([id]) => [id]),
    ])
  })

  test('have amount, currency and direction in columns of their own, and numbers as numbers [D226]', async () => {
    const [, first, second, third] = await cells(' --columns amount,currency,direction,reason')
    const known = [first, second, third].map((row) => row?.join(' '))
    expect(known).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^(?:18\.00 USD owed_by_member|12345\.67 USD owed_to_member|1234\.567 KWD owed_to_member) '=1\+1$/,
        ),
      ]),
    )
    const rows = (await cells(' --columns amount,currency,direction')).slice(1)
    const sums = new Map<string, bigint>()
    for (const [amount = '', currency = '', direction] of rows) {
      expect(amount).toMatch(currency === 'KWD' ? /^\d+\.\d{3}$/ : /^\d+\.\d\d$/)
      const sign = direction === 'owed_by_member' ? -1n : 1n
      sums.set(currency, (sums.get(currency) ?? 0n) + sign * BigInt(amount.replace('.', '')))
    }
    const { balances } = Object(await line.json('balances --as-of 2026-04-01'))
    expect(balances).toMatchObject(
      [...sums].toSorted().map(([currency, sum]) => ({ currency, closingMinor: `${sum}` })),
    )
  })

  test('are chosen by the time of booking and by payout [D189]', async () => {
    expect(await cells(' --posted-from 2026-01-02 --posted-to 2026-01-02')).toHaveLength(701)
    expect(await cells(' --posted-from 2026-01-02 --posted-to 2026-01-02T00:00:00Z')).toHaveLength(1)
    expect(await cells(` --payout ${payout} --columns id`)).toEqual([['id'], [payout]])
    const booked = '--posted-from 2026-01-01 --columns id'
    expect(await cells(` --payout ${payout} ${booked}`)).toEqual([['id'], [payout]])
    await line.value(`payouts void ${payout} --reason twice`)
    expect(await cells(` --payout ${payout} --columns id,payoutId`)).toEqual([
      ['id', 'payoutId'],
      [payout, ''],
    ])
    expect(await cells(` --payout ${payout} ${booked}`)).toEqual([['id'], [payout]])
    expect(await cells(` --payout ${payout} --currency eur --columns id`)).toEqual([['']])
    expect(await line.rejection('commissions list --posted-to never', 2)).toContain('--posted-to: ')
  })
})
