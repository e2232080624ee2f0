import type { Database, Statement } from '@affiliate-platform/platform/database'
import { migrate, openPostgres } from '@affiliate-platform/platform/database'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Demo, seedDemo } from '../src/demo/seed.ts'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

// A run of the demo's app with what it paid, by nothing that differs from database to database.
const listRunPayouts: Statement = {
  name: 'list_run_payouts',
  text: `
    select payout.id, payout.amount_minor as amount, payout.currency, payout.created_at as at,
      (
        select string_agg(line.commission_id::text, ' ' order by line.commission_id)
        from payout_commissions line
        where line.workspace_id = payout.workspace_id and line.payout_id = payout.id
      ) as lines
    from payouts payout
    where payout.app_id = $1 and payout.run_id is not null
    order by payout.id`,
}

// Postgres checks the foreign keys of a row again where it changes in the transaction that added it. The time of a record
// is that of its transaction.
const compareTransactions: Statement = {
  name: 'compare_transactions',
  text: `
    select (select max(recorded_at) from commissions where platform_id is not null)
      < (select min(recorded_at) from payouts) as "isLater"`,
}

const countCommissions: Statement = {
  name: 'count_commissions',
  text: 'select count(*) from commissions where app_id = $1',
}

const flushStatistics: Statement = {
  name: 'flush_statistics',
  text: 'select pg_stat_force_next_flush()',
}

const countReads: Statement = {
  name: 'count_reads',
  text: `select idx_tup_fetch::float as rows from pg_stat_user_tables where relname = 'commissions'`,
}

interface RunPayout {
  readonly id: string
  readonly amount: string
}

async function openNew(): Promise<Database> {
  const database = await openPostgres(await createEmptyDatabase())
  await migrate(database)
  return database
}

describe.skipIf(!enginesAtHand.includes('postgres'))('the demo on a real Postgres', () => {
  let database: Database
  let demo: Demo
  let line: CommandLine
  let payouts: readonly RunPayout[]

  beforeAll(async () => {
    const url = await createPostgresCopy()
    database = await openPostgres(url)
    demo = await seedDemo(database)
    line = createCommandLine({ DATABASE_URL: url })
    payouts = await database.query<RunPayout>(listRunPayouts, [demo.ids.appId])
  })

  afterAll(() => database.close())

  test('pays nearly all of its 1,037 payouts by runs, out of imported sales [D153]', async () => {
    expect(payouts.length).toBeGreaterThan(950)
    const list = `transactions list --workspace ${demo.ids.workspaceId} --app ${demo.ids.appId} --limit 1000`
    const kinds = Object(await line.json(list)).map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['subscription_sale', 'one_time_sale', 'adjustment']))
  })

  test('has a ledger that SQL of its own recomputes, entry by entry [D62] [D153]', async () => {
    const verified = await line.json(`commissions verify --workspace ${demo.ids.workspaceId}`)
    expect(verified).toMatchObject({ payouts: 1051, difference: null })
  })

  test('explains every unit of a payout by the sales that it comes from [7.9] [D153]', async () => {
    for (const { id, amount } of [payouts.at(0), payouts.at(400), payouts.at(-1)].flatMap(
      (each) => each ?? [],
    )) {
      const { entries } = Object(await line.json(`explain payout ${id} --workspace ${demo.ids.workspaceId}`))
      const units = entries.map((entry: { amountMinor: string }) => BigInt(entry.amountMinor))
      expect(units.reduce((sum: bigint, unit: bigint) => sum + unit, 0n)).toBe(BigInt(amount))
    }
  })

  test('has links, clicks, cases, and installs that nobody explains [D334]', async () => {
    const at = `--workspace ${demo.ids.workspaceId}`
    const links = Object(await line.json(`links list ${at}`))
    expect(links).toHaveLength(7)
    expect(links[0]).toMatchObject({ path: '/r/demo-app/first', clicks: 41 })
    const time = '--from 2026-03-01 --to 2026-04-01'
    const coverage = await line.json(`attribution coverage ${at} --app ${demo.ids.appId} ${time}`)
    expect(coverage).toMatchObject({ installs: 64, explained: 47 })
    const cases = Object(await line.json(`attribution cases ${at}`))
    expect(cases.map(({ kind }: { kind: string }) => kind)).toEqual(['claim', 'reinstall', 'conflict'])
    const { stdout } = await line.run(`explain shop ${cases[2].shopDomain} ${at} --app ${demo.ids.appId}`)
    expect(stdout).toContain('counts: this member brought the shop')
    expect(stdout).toContain('a person decides: the merchant named this member, but another one came first')
  })

  test('is the same at every seeding, but for its keys [D153]', async () => {
    const other = await openNew()
    const { ids } = await seedDemo(other)
    expect(ids).toEqual(demo.ids)
    expect(await other.query(listRunPayouts, [ids.appId])).toEqual(payouts)
    await other.close()
  })

  test('is completed by the next start where the first one was ended between sales and runs [D153] [D171]', async () => {
    const other = await openNew()
    const watched = watchDatabase(other)
    watched.failOn('payout_run_insert', new Error('ended'))
    await expect(seedDemo(watched)).rejects.toThrow('ended')
    expect(await other.query(countCommissions, [demo.ids.appId])).not.toEqual([{ count: '0' }])
    expect(await other.query(listRunPayouts, [demo.ids.appId])).toEqual([])

    await seedDemo(other)
    expect(await other.query(listRunPayouts, [demo.ids.appId])).toEqual(payouts)
    await other.close()
  })

  // What a start costs is counted, because seconds say as much about the machine. What is told of a fact is one of them.
  test('takes hardly more statements than its seventeen runs need [D171]', async () => {
    const other = await openNew()
    const watched = watchDatabase(other)
    await seedDemo(watched)
    const first = watched.statements.length
    expect(first).toBeGreaterThan(100)
    expect(first).toBeLessThan(550)
    await seedDemo(watched)
    expect(watched.statements.length - first).toBeLessThan(6)
    await other.close()
  })

  // A line that is looked up by its workspace alone reads all commissions: 250,000 rows more.
  test('reads commissions by the line and not all of them for each line of a run [D160]', async () => {
    const other = await openNew()
    await seedDemo(other)
    await other.query(flushStatistics, [])
    const [reads] = await other.query<{ rows: number }>(countReads, [])
    expect(reads?.rows).toBeGreaterThan(10_000)
    expect(reads?.rows).toBeLessThan(200_000)
    await other.close()
  })

  test('pays its commissions in a later transaction than that which posted them [D171]', async () => {
    expect(await database.query(compareTransactions, [])).toEqual([{ isLater: true }])
  })
})
