import { randomUUID } from 'node:crypto'
import { startAnchoring } from '@affiliate-platform/platform/audit'
import { createLog } from '@affiliate-platform/service'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, insertRow } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { createMetrics } from '../../src/metrics/metrics.ts'

const toSamples = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...text.matchAll(/^(affiliate_(?:sales|work)_\S+) (\S+)$/gm)].map(([, name, value]) => [
      name,
      Number(value),
    ]),
  )

describeOnEachEngine('the metrics of what a process does beside its requests', (database) => {
  test('tell when each work last succeeded, and how often it failed [D48] [D363]', async () => {
    const metrics = createMetrics(database())
    const startedAt = Date.now() / 1000
    const anchoring = startAnchoring(database(), createLog('silent'), metrics.watchWork)
    const read = async () => toSamples(await metrics.render())
    const lastSuccess = 'affiliate_work_last_success_timestamp_seconds{work="anchor_facts"}'
    await expect.poll(async () => (await read())[lastSuccess]).toBeGreaterThanOrEqual(startedAt)
    await anchoring.stop()
    expect((await read())['affiliate_work_failures_total{work="anchor_facts"}']).toBe(0)

    const unreachable = { query: () => Promise.reject(new Error('The database is away.')) }
    const failing = startAnchoring(unreachable, createLog('silent'), metrics.watchWork)
    await expect
      .poll(async () => (await read())['affiliate_work_failures_total{work="anchor_facts"}'])
      .toBe(1)
    await failing.stop()
  })

  test('tell what waits of the sales, and for how long [D48] [D363]', async () => {
    const metrics = createMetrics(database())
    const read = async () => toSamples(await metrics.render())
    const quiet = await read()
    const { workspaceId, appId } = await insertApp(database())
    const app = { workspace_id: workspaceId, app_id: appId }
    await insertRow(database(), 'sale_feeds', {
      ...app,
      failures: 2,
      last_failure: 'The token was rejected.',
      next_pass_at: new Date(Date.now() - 7_200_000).toISOString(),
    })
    await insertRow(database(), 'sale_backfills', { ...app, shop_domain: 'maple.myshopify.com' })
    const sale = { collected_at: '2026-01-01T00:00:00.000000Z', platform_id: randomUUID() }
    await insertRow(database(), 'unposted_transactions', {
      ...{ ...app, ...sale, shop_domain: 'maple.myshopify.com', source: 'partner_transactions', revision: 0 },
    })

    const runId = randomUUID()
    await insertRow(database(), 'import_runs', {
      ...{ workspace_id: workspaceId, id: runId, app_id: appId },
      ...{ source: 'manual_file', arguments: {}, actor: 'system' },
    })
    await insertRow(database(), 'rows_set_aside', {
      ...{ ...app, platform_id: sale.platform_id, reason: 'unknown_kind', copy: {}, run_id: runId },
    })

    const busy = await read()
    const grown = (name: string) => (busy[name] ?? Number.NaN) - (quiet[name] ?? Number.NaN)
    expect(grown('affiliate_sales_apps_failing')).toBe(1)
    expect(grown('affiliate_sales_backfills_waiting')).toBe(1)
    expect(grown('affiliate_sales_unposted')).toBe(1)
    expect(grown('affiliate_sales_set_aside')).toBe(1)
    expect(busy['affiliate_sales_overdue_seconds']).toBeGreaterThan(7100)
  })

  test('are NaN while the database does not say [D48]', async () => {
    const away = { load: database().load, query: () => Promise.reject(new Error('The database is away.')) }
    const samples = toSamples(await createMetrics(away).render())
    expect(Object.values(samples).length).toBeGreaterThan(4)
    expect(Object.values(samples).every(Number.isNaN)).toBe(true)
  })
})
