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
  text: 'select count(*)::integer as pages, sum(rows_read)::integer as rows from import_run_pages',
}

describe.skipIf(!enginesAtHand.includes('postgres'))('an import from the Partner API that is killed', () => {
  test('goes on where it was, and ends as if it had not been killed [D134]', {
    timeout: 3_000_000,
  }, async () => {
    const url = await createPostgresCopy()
    const database = await openPostgres(url)
    const world = await connect(database, { transactions: buildOwnSales(700) })
    const server = await world.simulator.listen()
    const args = [url, world.workspaceId, world.appId, server.partnersUrl, secretKey.toString('base64')]
    const kills = scale({ quick: 4, soak: 100 })
    for (let kill = 0; kill < kills; kill += 1) {
      const importing = startSource(importer, args)
      // Two pages further, or right after the last one: in the middle of the posting.
      for (let line = 0; line < 3; line += 1) if ((await importing.nextLine()) === 'page 7') break
      await sleep((kill * 37) % 120)
      await importing.kill()
      // Half a minute passes.
      await database.query(expireStatement, [])
    }
    const last = await world.pass({ scope: 'backfills', access: { ...world.access, origin: undefined } })
    expect(last.setAside).toEqual([])

    expect(await world.amounts()).toHaveLength(700)
    expect((await world.amounts()).reduce((sum, amount) => sum + amount, 0n)).toBe(266_000n)
    const [run] = await database.query(countStatement, [])
    expect(run).toEqual({ pages: 7, rows: 700 })
    await server.close()
    await database.close()
  })
})
