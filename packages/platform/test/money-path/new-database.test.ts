import { buildLine, buildMoneyWorld } from '@affiliate-platform/test-support/money-world'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test } from 'vitest'
import { migrate, openPostgres } from '../../src/database.ts'

const startMs = Date.parse('2026-02-01T00:00:00Z')
const dropDemoStatement = { name: 'test_drop', text: 'drop schema public cascade' }
const createEmptyStatement = { name: 'test_create', text: 'create schema public' }
const flushStatement = { name: 'test_flush_statistics', text: 'select pg_stat_force_next_flush()' }
const readStatement = {
  name: 'test_read_statistics',
  text: `
    select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::float as blocks
    from pg_statio_user_tables
    where relname in ('collections', 'commissions')`,
}

describe.skipIf(!enginesAtHand.includes('postgres'))('a database that nobody has analyzed yet', () => {
  test('reads as much for a new sale after thousands as after hundreds [D135] [D143]', async () => {
    const database = await openPostgres(await createPostgresCopy(), { connectionsMax: 2 })
    // Migrated alone: what the demo leaves behind are statistics.
    for (const statement of [dropDemoStatement, createEmptyStatement]) await database.query(statement, [])
    await migrate(database)
    const world = await buildMoneyWorld(database)
    const readBlocks = async () => {
      await database.query(flushStatement, [])
      const [sums] = await database.query<{ blocks: number }>(readStatement, [])
      return Number(sums?.blocks)
    }
    let sales = 0
    /** Imports so many more, and returns how many blocks that read. */
    const load = async (count: number) => {
      const before = await readBlocks()
      const lines = Array.from({ length: count }, (_, index) =>
        buildLine({
          platformId: `sale/${sales + index}`,
          collectedAt: new Date(startMs + (sales + index) * 1000).toISOString(),
        }),
      )
      await world.importLines(lines)
      sales += count
      return (await readBlocks()) - before
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
})
