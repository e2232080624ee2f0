import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import { type HistoryProgress, type MantleOrder, undoHistory } from '../../src/history.ts'
import { importExport } from './import-export.ts'
import { Killed, killAt } from './kill-at.ts'
import { countLarge, createLargeFolder, sumLarge } from './large-export.ts'

const rssMb = () => Math.round(process.memoryUsage.rss() / 1e6)

/** Looks at the memory and the time of each step. */
function createWatch() {
  const [startedAt, first] = [performance.now(), rssMb()]
  const steps = new Map<string, { readonly seconds: number; readonly mb: number }>()
  let most = first
  return {
    grownMb: () => most - first,
    look: (step: string) => {
      most = Math.max(most, rssMb())
      steps.set(step, { seconds: Math.round((performance.now() - startedAt) / 1000), mb: rssMb() })
    },
    describe: (rows: number) => {
      const seconds = (performance.now() - startedAt) / 1000
      const of = Array.from(steps, ([step, { seconds: at, mb }]) => `${step} until ${at} s, ${mb} MB`)
      return `${Math.round(seconds)} s, ${Math.round(rows / seconds)} rows/s, from ${first} MB to ${most} MB at most; ${of.join('; ')}`
    },
  }
}

describeOnEachEngine('a large export', (database) => {
  /** Imports an export that is cut off again and again, and goes on where it was. */
  async function importCutOff(...[app, options]: [TestApp, Partial<MantleOrder>]) {
    const random = startRandom()
    // Some 35 times, of the 1,100 transactions that a million commissions take.
    const transactionsMax = scale({ quick: 4, soak: 60 })
    for (let kills = 0; ; kills += 1) {
      const cutOff = killAt(database(), 1 + random.below(transactionsMax), random.below(2) === 0)
      try {
        return { ...(await importExport(cutOff, app, {}, options)), kills }
      } catch (error) {
        if (!(error instanceof Killed)) throw error
      }
    }
  }

  /** What is there of an import, without what chance has made of it. */
  async function count({ workspaceId }: TestApp) {
    const text = `
      select
        (select count(distinct reason)::integer from commissions where workspace_id = $1) as names,
        (select count(*)::integer from commissions where workspace_id = $1) as commissions,
        (select count(*)::integer from payout_commissions where workspace_id = $1) as paid,
        (select count(*)::integer from payouts where workspace_id = $1 and amount_minor = reported_minor) as payouts,
        (select count(distinct shop_domain)::integer from referrals where workspace_id = $1) as referrals,
        (select count(*)::integer from referral_contracts where workspace_id = $1) as contracts,
        (select count(*)::integer from links where workspace_id = $1) as codes,
        (select count(*)::integer from attribution_cases where workspace_id = $1) as claims,
        (select count(*)::integer from history_rows where workspace_id = $1) as left`
    const [row] = await database().query({ name: '', text }, [workspaceId])
    return row
  }

  test('says of each step how many it has done, to the last one [D421]', async () => {
    const commissions = 5000
    const told = new Map<string, number>()
    const onProgress = ({ step, done }: HistoryProgress) => told.set(step, done)
    const folder = createLargeFolder(commissions)
    await importExport(database(), await insertApp(database()), {}, { folder, onProgress })
    expect(told.get('payouts')).toBe(commissions / 20 - Math.floor(commissions / 500))
  })

  test('is imported however often it is cut off, and undone, in memory that does not grow, and says how far it is [D421] [D430]', {
    timeout: 7_200_000,
  }, async () => {
    const commissions = scale({ quick: 5000, soak: database().engine === 'postgres' ? 1_000_000 : 20_000 })
    const app = await insertApp(database())
    const folder = createLargeFolder(commissions)
    const told = new Map<string, number>()
    const watch = createWatch()
    const onProgress = ({ step, done }: HistoryProgress) => {
      told.set(step, done)
      watch.look(step)
    }
    const cutOverAt = new Date('2026-06-01T00:00:00Z')
    const { importId, kills } = await importCutOff(app, { folder, cutOverAt, onProgress })
    report(
      `${commissions} commissions on ${database().engine}, cut off ${kills} times: ${watch.describe(commissions)}`,
    )
    expect(told.get('stage')).toBeGreaterThan(0)
    expect(await count(app)).toEqual(countLarge(commissions))
    const balances = await listBalances(database(), app)
    const sum = (of: 'reportedMinor' | 'dueMinor') => balances.reduce((all, row) => all + Number(row[of]), 0)
    expect({ paid: sum('reportedMinor'), open: sum('dueMinor') }).toEqual(sumLarge(commissions))

    const undoing = createWatch()
    const undone = await undoHistory(database(), {
      ...{ workspaceId: app.workspaceId, importId: importId ?? '', reason: 'wrong', actor: 'operator:noa' },
      onProgress: ({ step, done }) => {
        told.set(step, done)
        undoing.look(step)
      },
    })
    expect(undone).toEqual({ ok: true })
    report(`undone on ${database().engine}: ${undoing.describe(commissions)}`)
    expect(told.get('take_back')).toBe(commissions)
    const left = await listBalances(database(), app)
    expect(left.every(({ dueMinor, reportedMinor }) => dueMinor === '0' && reportedMinor === '0')).toBe(true)
    // 1 kB a commission would be 1 GB.
    expect(Math.max(watch.grownMb(), undoing.grownMb())).toBeLessThan(400)
  })
})
