import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { scale } from '@affiliate-platform/test-support/guarantee-scale'
import {
  buildLine,
  buildMoneyWorld,
  buildRefund,
  importLines,
  type SaleLine,
} from '@affiliate-platform/test-support/money-world'
import { chooseDatabase } from '@affiliate-platform/test-support/prepared-folder'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/database.ts'

const importer = new URL('../../../../test/support/import-once.ts', import.meta.url)
const startMs = Date.parse('2026-02-01T00:00:00Z')

/** Sales of 19.99, each a minute after the other, and a refund for every tenth. */
function buildHistory(count: number): readonly SaleLine[] {
  return Array.from({ length: count }, (_, index) => {
    const collectedAt = new Date(startMs + index * 60_000).toISOString()
    const change = { chargeId: `gid://shopify/AppSubscription/${index - (index % 10)}`, collectedAt }
    const number = String(index).padStart(5, '0')
    return index % 10 === 9
      ? buildRefund({ ...change, platformId: `refund/${number}`, gross: '-19.99', net: '-19.99' })
      : buildLine({ ...change, platformId: `sale/${number}`, gross: '19.99', net: '19.99' })
  })
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

// Nine sales and a refund in ten rows leave eight: 20 % of 8 × 19.99, in whole cents.
const worthOf = (rows: number) => (2000n * 1999n * BigInt((rows / 10) * 8)) / 10_000n

describeOnEachEngine('importers at once', (database) => {
  test('post each sale once, however their rows cross [D63, D109]', async () => {
    const world = await buildMoneyWorld(database())
    const history = buildHistory(600)
    const reports = await Promise.all([
      world.importLines(history),
      world.importLines(history.toReversed()),
      world.importLines(history),
    ])
    const total = (name: 'new' | 'known') => reports.reduce((sum, report) => sum + report[name], 0)

    expect({ new: total('new'), known: total('known') }).toEqual({ new: 600, known: 1200 })
    expect(await world.importLines(history)).toMatchObject({ known: 600, posted: 0 })
    expect(await world.amounts()).toHaveLength(600)
    expect(sumOf(await world.amounts())).toBe(worthOf(600))
  })
})

// The quick size kills on Postgres alone: an embedded database takes a second for each of its starts.
const worlds = { postgres: scale({ quick: 1, soak: 25 }), pglite: scale({ quick: 0, soak: 25 }) }
const folder = makeFolder()
afterAll(() => folder.remove())

describe.each((['postgres', 'pglite'] as const).filter((engine) => worlds[engine] > 0))(
  'an import that is killed, on %s',
  (engine) => {
    test.skipIf(!enginesAtHand.includes(engine))(
      'ends, run again, as if it had not been [D109]',
      async () => {
        const choice = await chooseDatabase(engine, folder.path)
        const history = buildHistory(4000)
        const file = join(folder.path, 'sales.ndjson')
        await writeFile(file, history.map((line) => `${JSON.stringify(line)}\n`).join(''))
        // Four kills, and what is left is little: each round has a world of its own.
        for (let round = 0; round < worlds[engine]; round += 1) {
          const before = await openDatabase(choice)
          const { workspaceId, appId } = await buildMoneyWorld(before)
          await before.close()
          for (let kill = 0; kill < 4; kill += 1) {
            const process = startSource(importer, [JSON.stringify(choice), workspaceId, appId, file])
            await process.nextLine()
            await sleep(kill * 150 + round * 6)
            await process.kill()
          }
          const database = await openDatabase(choice)
          const importAgain = () => importLines(database, { workspaceId, appId }, history)
          await importAgain()

          expect(await importAgain()).toMatchObject({ known: 4000, posted: 0 })
          const text = `
        select count(*)::integer as entries, sum(amount_minor)::text as sum
        from commissions
        where workspace_id = $1`
          const [ledger] = await database.query({ name: '', text }, [workspaceId])
          expect(ledger).toEqual({ entries: 4000, sum: `${worthOf(4000)}` })
          await database.close()
        }
      },
    )
  },
)
