import { setTimeout as sleep } from 'node:timers/promises'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { insertMoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { chooseDatabase } from '@affiliate-platform/test-support/prepared-folder'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { waitUntilDecided } from '@affiliate-platform/test-support/wait-until-decided'
import { afterAll, describe, expect, test } from 'vitest'
import { type DatabaseChoice, openDatabase } from '../../src/database/embedded/open.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { decisions, pay, payoutsOf, preview, voidPayout } from './runs.ts'

// The quick size kills on Postgres alone: an embedded database takes a second for each of its starts.
const rounds = { postgres: scale({ quick: 2, soak: 100 }), pglite: scale({ quick: 0, soak: 100 }) }
const noMoney = { amountMinor: '0', currency: 'USD' }
const asOf = '2026-04-01T00:00:00.000Z'
const script = new URL('freezing-process.ts', import.meta.url)

/** What a run has left, and what is still to be paid. */
async function readState(database: Database, workspaceId: string) {
  const text = `
    select
      (select count(*)::int from payout_runs where workspace_id = $1) as runs,
      (select count(*)::int from payouts where workspace_id = $1 and run_id is not null) as payouts,
      (select count(*)::int from commissions where workspace_id = $1 and payout_id is null) as free`
  const [row] = await database.query<{ runs: number; payouts: number; free: number }>({ name: '', text }, [
    workspaceId,
  ])
  if (row === undefined) throw new Error('Counting gives a row.')
  return row
}

const engines = (['postgres', 'pglite'] as const).filter((engine) => rounds[engine] > 0)
const folder = makeFolder()
afterAll(() => folder.remove())

describe.each(engines)('a process that is killed while it freezes, on %s', (engine) => {
  test.skipIf(!enginesAtHand.includes(engine))(
    `leaves a whole run or none, ${rounds[engine]} times [7.7]`,
    async () => {
      const choice = await chooseDatabase(engine, folder.path)
      let database = await openDatabase(choice)
      const app = await insertMoneyApp(database, { threshold: noMoney, cpi: noMoney, holdDays: 0 })
      const { workspaceId } = app
      await collect(
        database,
        app,
        Array.from({ length: 200 }, (_, index) => ({ on: '2026-02-01', gross: `${index + 1}.0` })),
      )
      const whole = { runs: 1, payouts: 1, free: 0 }
      const none = { runs: 0, payouts: 0, free: 200 }
      await database.close()
      const freezesInMs = await timeFreezing(choice, workspaceId)
      database = await openDatabase(choice)
      await releaseLines(database, workspaceId)
      let frozenBefore = 1
      for (let round = 0; round < rounds[engine]; round += 1) {
        await database.close()
        const freezing = startSource(script, [JSON.stringify(choice), workspaceId, asOf])
        expect(await freezing.nextLine()).toBe('previewed')
        await sleep(Math.random() * 1.5 * freezesInMs)
        await freezing.kill()
        database = await openDatabase(choice)
        if (engine === 'postgres') await waitUntilDecided(database)
        const { runs, payouts, free } = await readState(database, workspaceId)
        const added = { runs: runs - frozenBefore, payouts: payouts - frozenBefore, free }
        expect([whole, none]).toContainEqual(added)
        if (added.runs === 0) continue
        frozenBefore += 1
        // The next round begins where this one did.
        await releaseLines(database, workspaceId)
      }
      report(
        `${frozenBefore - 1} of ${rounds[engine]} runs were frozen when the process was killed, on ${engine}`,
      )
      expect((await preview(database, workspaceId, asOf)).decisions).toMatchObject([
        { decision: 'paid', sumMinor: 402_000n },
      ])
      expect(payoutsOf(await pay(database, workspaceId, asOf))).toEqual(['402000 USD in 200'])
      expect(await decisions(database, workspaceId, asOf)).toEqual([])
      expect((await verifyMoney(database, workspaceId)).difference).toBeNull()
      await database.close()
    },
  )
})

/** Freezes a run to its end. @returns how long that took, for the kills to come before and after it */
async function timeFreezing(choice: DatabaseChoice, workspaceId: string): Promise<number> {
  const freezing = startSource(script, [JSON.stringify(choice), workspaceId, asOf])
  expect(await freezing.nextLine()).toBe('previewed')
  const startedAtMs = performance.now()
  expect(await freezing.nextLine()).toBe('frozen')
  const tookMs = performance.now() - startedAtMs
  await freezing.end()
  return tookMs
}

async function releaseLines(database: Database, workspaceId: string): Promise<void> {
  const text = 'select id from payouts where workspace_id = $1 and not is_voided'
  const payouts = await database.query<{ id: string }>({ name: '', text }, [workspaceId])
  for (const { id } of payouts)
    expect(await voidPayout(database, workspaceId, id)).toMatchObject({ ok: true })
}
