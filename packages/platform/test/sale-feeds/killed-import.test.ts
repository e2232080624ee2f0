import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '@affiliate-platform/platform/database'
import { scale } from '@affiliate-platform/test-support/guarantee-scale'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test } from 'vitest'
import { buildOwnSales, connect, secretKey } from './connected-world.ts'

const importer = new URL('importing-process.ts', import.meta.url)
const expireStatement = { name: 'test_expire_lease', text: 'update sale_feeds set held_until = now()' }
const countStatement = {
  name: 'test_count_pages',
  text: `
    select count(*)::integer as pages, sum(rows_read)::integer as rows
    from import_run_pages
    where workspace_id = $1`,
}

describe.skipIf(!enginesAtHand.includes('postgres'))('an import from the Partner API that is killed', () => {
  test('goes on where it was, and ends as if it had not been killed [D134]', {
    timeout: 3_000_000,
  }, async () => {
    const url = await createPostgresCopy()
    const database = await openPostgres(url)
    const kills = scale({ quick: 3, soak: 100 })
    const pages = 2 * kills + 1
    const world = await connect(database, { transactions: buildOwnSales(pages * 100) })
    const server = await world.simulator.listen()
    // The simulator's clock goes on while another process reads: its limit is so many requests a second.
    const ticking = setInterval(() => void world.access.clock?.sleep(250), 250)
    const args = [url, world.workspaceId, world.appId, server.partnersUrl, secretKey.toString('base64')]
    for (let kill = 0; kill < kills; kill += 1) {
      const importing = startSource(importer, args)
      // Two pages further, the second of them perhaps again: it is written, and then said.
      await importing.nextLine()
      expect(await importing.nextLine()).toMatch(/^page /)
      await sleep((kill * 37) % 120)
      await importing.kill()
      // Half a minute passes.
      await database.query(expireStatement, [])
    }
    clearInterval(ticking)
    const last = await world.pass({ scope: 'backfills', access: { ...world.access, origin: undefined } })
    expect(last.setAside).toEqual([])

    expect(await world.amounts()).toHaveLength(pages * 100)
    expect((await world.amounts()).reduce((sum, amount) => sum + amount, 0n)).toBe(BigInt(pages) * 38_000n)
    const [run] = await database.query(countStatement, [world.workspaceId])
    expect(run).toEqual({ pages, rows: pages * 100 })
    await server.close()
    await database.close()
  })
})
