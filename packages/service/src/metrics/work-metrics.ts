import type { Database, WatchWork } from '@affiliate-platform/platform/database'
import { readSalesBacklog } from '@affiliate-platform/platform/sales'
import { Counter, Gauge, type Registry } from 'prom-client'
import { gaugeRead, secondsSince } from './gauge-read.ts'

/** Makes what counts the turns of the work that a process does beside its requests. */
export function createWorkWatch(registry: Registry): WatchWork {
  const lastSuccess = new Gauge({
    name: 'affiliate_work_last_success_timestamp_seconds',
    help: 'When this process last finished a turn of its work in the background, by work.',
    labelNames: ['work'],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'affiliate_work_failures_total',
    help: 'Turns of the work in the background that failed, by work.',
    labelNames: ['work'],
    registers: [registry],
  })
  return (work, hasSucceeded) => {
    failures.inc({ work }, hasSucceeded ? 0 : 1)
    if (hasSucceeded) lastSuccess.set({ work }, Date.now() / 1000)
  }
}

/** Tells what waits of the sales. */
export function gaugeSales(registry: Registry, database: Pick<Database, 'query'>): void {
  gaugeRead(registry, () => readSalesBacklog(database), [
    {
      name: 'affiliate_sales_apps_failing',
      help: 'Connected apps whose last import failed, up to 10000.',
      value: ({ failing }) => failing,
    },
    {
      name: 'affiliate_sales_overdue_seconds',
      help: 'How long the app has been due whose import waits longest; 0 where none is due.',
      value: ({ dueSince }) => secondsSince(dueSince),
    },
    {
      name: 'affiliate_sales_backfills_waiting',
      help: 'Referred shops whose earlier sales are still to be read, up to 10000.',
      value: ({ backfills }) => backfills,
    },
    {
      name: 'affiliate_sales_unposted',
      help: 'Sales that wait to be posted, up to 10000.',
      value: ({ unposted }) => unposted,
    },
    {
      name: 'affiliate_sales_set_aside',
      help: 'Rows of sales that were set aside because they were not understood, up to 10000.',
      value: ({ setAside }) => setAside,
    },
  ])
}
