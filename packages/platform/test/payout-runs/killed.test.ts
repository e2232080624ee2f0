import { setTimeout as sleep } from 'node:timers/promises'
import { insertMoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { decisions, pay, payoutsOf, preview, voidPayout } from './runs.ts'

const rounds = process.env['GUARANTEE_SCALE'] === 'soak' ? 100 : 2
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

/** Waits until the killed process's connection has ended: what it had begun is decided then. */
async function waitUntilAlone(database: Database): Promise<void> {
  const text = `select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  for (;;) {
    const [row] = await database.query<{ others: number }>({ name: '', text }, [])
    if (row?.others === 0) return
    await sleep(20)
  }
}

describe.skipIf(!enginesAtHand.includes('postgres'))('a process that is killed while it freezes', () => {
  test(`leaves a whole run or none, ${rounds} times [7.7]`, async () => {
    const url = new URL(await createPostgresCopy())
    url.searchParams.set('application_name', 'killed')
    const database = await openPostgres(url.href)
    const app = await insertMoneyApp(database, { threshold: noMoney, cpi: noMoney, holdDays: 0 })
    const { workspaceId } = app
    await collect(
      database,
      app,
      Array.from({ length: 200 }, (_, index) => ({ on: '2026-02-01', gross: `${index + 1}.0` })),
    )
    const whole = { runs: 1, payouts: 1, free: 0 }
    const none = { runs: 0, payouts: 0, free: 200 }
    let frozenBefore = 0
    for (let round = 0; round < rounds; round += 1) {
      const freezing = startSource(script, [url.href, workspaceId, asOf])
      expect(await freezing.nextLine()).toBe('previewed')
      await sleep(Math.random() * 40)
      await freezing.kill()
      await waitUntilAlone(database)
      const { runs, payouts, free } = await readState(database, workspaceId)
      const added = { runs: runs - frozenBefore, payouts: payouts - frozenBefore, free }
      expect([whole, none]).toContainEqual(added)
      if (added.runs === 0) continue
      frozenBefore += 1
      // The next round begins where this one did.
      await releaseLines(database, workspaceId)
    }
    expect((await preview(database, workspaceId, asOf)).decisions).toMatchObject([
      { decision: 'paid', sumMinor: 402_000n },
    ])
    expect(payoutsOf(await pay(database, workspaceId, asOf))).toEqual(['402000 USD in 200'])
    expect(await decisions(database, workspaceId, asOf)).toEqual([])
    expect((await verifyMoney(database, workspaceId)).difference).toBeNull()
    await database.close()
  })
})

async function releaseLines(database: Database, workspaceId: string): Promise<void> {
  const text = 'select id from payouts where workspace_id = $1 and not is_voided'
  const payouts = await database.query<{ id: string }>({ name: '', text }, [workspaceId])
  for (const { id } of payouts)
    expect(await voidPayout(database, workspaceId, id)).toMatchObject({ ok: true })
}
