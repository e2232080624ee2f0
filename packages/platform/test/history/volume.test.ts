import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import { importExport } from './import-export.ts'
import { createLargeFolder, sumLarge } from './large-export.ts'

describeOnEachEngine('a large export', (database) => {
  test('is imported in memory that does not grow, and says how far it is [D421]', {
    timeout: 3_600_000,
  }, async () => {
    const commissions = scale({ quick: 5000, soak: database().engine === 'postgres' ? 1_000_000 : 20_000 })
    const app = await insertApp(database())
    const [told, startedAt] = [new Map<string, number>(), performance.now()]
    const rss = { first: 0, most: 0 }
    await importExport(
      database(),
      app,
      {},
      {
        ...{ folder: createLargeFolder(commissions), cutOverAt: new Date('2026-06-01T00:00:00Z') },
        onProgress: ({ step, done }) => {
          told.set(step, done)
          rss.first ||= process.memoryUsage.rss()
          rss.most = Math.max(rss.most, process.memoryUsage.rss())
        },
      },
    )
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const mb = Math.round((rss.most - rss.first) / 1e6)
    report(`${commissions} commissions on ${database().engine} in ${seconds} s, ${mb} MB more than at first`)
    // 1 kB a commission would be 1 GB.
    expect(mb).toBeLessThan(400)
    expect(told.get('payouts')).toBe(commissions / 20 - Math.floor(commissions / 500))
    const balances = await listBalances(database(), app)
    const sum = (of: 'reportedMinor' | 'dueMinor') => balances.reduce((all, row) => all + Number(row[of]), 0)
    expect({ paid: sum('reportedMinor'), open: sum('dueMinor') }).toEqual(sumLarge(commissions))
  })
})
