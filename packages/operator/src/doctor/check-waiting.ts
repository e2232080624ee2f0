import type { Database, Statement } from '@affiliate-platform/platform/database'
import { commandName } from '../command-line/command-name.ts'
import { formatCount } from '../command-line/format-count.ts'
import { type Finding, ok } from './finding.ts'

const countStatement: Statement = {
  name: 'doctor_waiting',
  text: `
    select
      (select count(*)::integer from unposted_transactions) as waiting,
      (select count(*)::integer from misplaced_sales) as misplaced`,
}

/** Checks whether sales wait to be posted, or for a person to say whose they are. */
export async function checkWaiting(database: Database): Promise<Finding> {
  const [row] = await database.query<{ waiting: number; misplaced: number }>(countStatement, [])
  const { waiting = 0, misplaced = 0 } = row ?? {}
  if (waiting + misplaced === 0) return ok('sales', 'No sale waits to be posted.')
  return {
    check: 'sales',
    state: 'warning',
    detail: `${formatCount(waiting, 'sale')} to be posted, and ${formatCount(misplaced, 'sale')} whose source names another shop.`,
    remedy: `Import again, which posts what waits and says which shop cannot be posted. See ${commandName} sales status, and sales move.`,
  }
}
