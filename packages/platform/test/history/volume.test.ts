import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import { type HistoryTold, undoHistory } from '../../src/history.ts'
import { importExport } from './import-export.ts'
import { createLargeFolder, sumLarge } from './large-export.ts'

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
  test('is imported and undone in memory that does not grow, and says how far it is [D421] [D430]', {
    timeout: 3_600_000,
  }, async () => {
    const commissions = scale({ quick: 5000, soak: database().engine === 'postgres' ? 1_000_000 : 20_000 })
    const app = await insertApp(database())
    const folder = createLargeFolder(commissions)
    const told = new Map<string, number>()
    const watch = createWatch()
    const onProgress = ({ step, done }: HistoryTold) => {
      told.set(step, done)
      watch.look(step)
    }
    const cutOverAt = new Date('2026-06-01T00:00:00Z')
    const { importId } = await importExport(database(), app, {}, { folder, cutOverAt, onProgress })
    report(`${commissions} commissions on ${database().engine}: ${watch.describe(commissions)}`)
    expect(told.get('payouts')).toBe(commissions / 20 - Math.floor(commissions / 500))
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
