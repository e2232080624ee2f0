import { buildExampleRules, buildLine, buildMoneyWorld } from '@affiliate-platform/test-support/money-world'
import { insertMembership, insertRecord } from '@affiliate-platform/test-support/payout-builders'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test } from 'vitest'
import { reportCode, reportInstall } from '../../src/attribution.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { type Database, migrate, openPostgres } from '../../src/database.ts'
import { recordDebtFact } from '../../src/debts.ts'
import { createLink } from '../../src/links.ts'
import { pay, preview } from '../payout-runs/runs.ts'

const startMs = Date.parse('2026-02-01T00:00:00Z')
const dropDemoStatement = { name: 'test_drop', text: 'drop schema public cascade' }
const createEmptyStatement = { name: 'test_create', text: 'create schema public' }
const flushStatement = { name: 'test_flush_statistics', text: 'select pg_stat_force_next_flush()' }
const readStatement = {
  name: 'test_read_statistics',
  text: `
    select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::float as blocks
    from pg_statio_user_tables
    where relname in (
      'app_transactions', 'commissions', 'payouts', 'payout_commissions', 'memberships', 'terms_versions',
      'install_events', 'evidence', 'shop_postings'
    )`,
}

/** Migrated alone: what the demo leaves behind are statistics. */
async function openUnanalyzed(connectionsMax: number): Promise<Database> {
  const database = await openPostgres(await createPostgresCopy(), { connectionsMax })
  for (const statement of [dropDemoStatement, createEmptyStatement]) await database.query(statement, [])
  await migrate(database)
  return database
}

/** How many blocks of the ledger, and of what decides on it, were read so far. */
async function readBlocks(database: Database): Promise<number> {
  await database.query(flushStatement, [])
  const [sums] = await database.query<{ blocks: number }>(readStatement, [])
  return Number(sums?.blocks)
}

const buildLines = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildLine({
      platformId: `sale/${from + index}`,
      collectedAt: new Date(startMs + (from + index) * 1000).toISOString(),
    }),
  )

describe.skipIf(!enginesAtHand.includes('postgres'))('a database that nobody has analyzed yet', () => {
  test('reads as much for a new sale after thousands as after hundreds [D135] [D143]', async () => {
    const database = await openUnanalyzed(2)
    const world = await buildMoneyWorld(database)
    let sales = 0
    /** Imports so many more, and returns how many blocks that read. */
    const load = async (count: number) => {
      const before = await readBlocks(database)
      await world.importLines(buildLines(sales, count))
      sales += count
      return (await readBlocks(database)) - before
    }
    await load(300)
    const early = { one: await load(1), many: await load(200) }
    await load(2000)
    const late = { one: await load(1), many: await load(200) }

    // A level more of an index, at most.
    expect(late.one / early.one).toBeLessThan(1.7)
    expect(late.many / early.many).toBeLessThan(1.7)
    expect(await world.amounts()).toHaveLength(2702)
    await database.close()
  })

  test('freezes a line among thousands as it does among dozens, after plans for small tables [D160]', async () => {
    const database = await openUnanalyzed(2)
    const world = await buildMoneyWorld(database)
    let sales = 0
    /** Freezes a run over so many sales, and returns how many blocks each line read. */
    const freeze = async (lines: number) => {
      await world.importLines(buildLines(sales, lines))
      sales += lines
      const before = await readBlocks(database)
      await pay(database, world.workspaceId, '2026-06-01T00:00:00Z')
      return ((await readBlocks(database)) - before) / lines
    }
    // As often as a plan is made for its values, before the connection keeps one for all.
    for (let run = 0; run < 6; run += 1) await freeze(5)
    const early = await freeze(50)
    const late = await freeze(3000)

    expect(late / early).toBeLessThan(1.7)
    await database.close()
  })

  test('decides on a member among hundreds as it does among dozens [D57] [D160]', async () => {
    const database = await openUnanalyzed(2)
    const world = await buildMoneyWorld(database)
    const terms = { workspace_id: world.workspaceId, app_id: world.appId, program_id: world.programId }
    await insertRecord(database, 'terms_versions', {
      ...{ ...terms, rules: buildExampleRules(), operator: 'mia' },
      ...{
        target_kind: 'program',
        target_id: world.programId,
        effective_at: new Date(startMs),
        created_at: new Date(startMs),
      },
    })
    /** Previews a run that has so many more members, and returns how many blocks each of them all read. */
    const decide = async (members: number) => {
      for (let left = members; left > 0; left -= 1) {
        const membershipId = await insertMembership(database, world)
        const amount = { amountMinor: '1', currency: 'USD' }
        const fact = { id: newId(), workspaceId: world.workspaceId, kind: 'deduction' as const, membershipId }
        await recordDebtFact(database, { ...fact, amount, reason: 'agreed', actor: 'operator:mia' })
      }
      const before = await readBlocks(database)
      const { decisions } = await preview(database, world.workspaceId, '2026-06-01T00:00:00Z')
      return ((await readBlocks(database)) - before) / decisions.length
    }
    const early = await decide(40)
    const late = await decide(360)

    expect(late / early).toBeLessThan(1.7)
    await database.close()
  })

  test('hears of an install among thousands as it does among dozens [D331] [D334]', async () => {
    const database = await openUnanalyzed(2)
    const { workspaceId, appId, membershipId } = await buildMoneyWorld(database)
    await database.script(
      `update apps set slug = 'reviews', listing_url = 'https://apps.shopify.com/reviews'`,
    )
    const link = { workspaceId, membershipId, code: 'mia', label: null, actor: 'system' }
    expect(await createLink(database, link)).toMatchObject({ ok: true })
    let shops = 0
    /** Tells so many more shops' codes and installs, and returns how many blocks each of them read. */
    const report = async (count: number) => {
      const before = await readBlocks(database)
      for (let left = count; left > 0; left -= 1) {
        shops += 1
        const shop = { workspaceId, appId, shopDomain: `shop-${shops}.myshopify.com`, actor: 'system' }
        await reportCode(database, { ...shop, code: 'mia' })
        await reportInstall(database, {
          ...shop,
          kind: 'installed',
          occurredAt: new Date(startMs).toISOString(),
        })
      }
      return ((await readBlocks(database)) - before) / count
    }
    await report(20)
    const early = await report(20)
    await report(1500)
    const late = await report(20)

    expect(late / early).toBeLessThan(1.7)
    await database.close()
  })
})
