import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuditEntry, listAuditEntries } from '../../src/audit.ts'
import { sumBalances } from '../../src/balances.ts'
import type { Database, Queryable } from '../../src/database/statements/database.ts'
import { type AppAlone, insertAlike, insertAppAlone } from '../lists/app-alone.ts'

const count = scale({ quick: 10_000, soak: 1_000_000 })
/** A page reads a range of each of some 35 indexes. */
const pageBuffersMax = 400

interface Plan {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number }
  }[]
}

/** The buffers that statements read, beside what they return. */
async function measure<Value>(database: Database, read: (database: Queryable) => Promise<Value>) {
  let buffers = 0
  const value = await read({
    query: async ({ text }, values) => {
      const explain = { name: '', text: `explain (analyze, timing off, buffers, format json) ${text}` }
      const [plan] = await database.query<Plan>(explain, values)
      for (const { Plan } of plan?.['QUERY PLAN'] ?? []) {
        buffers += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
      }
      return database.query({ name: '', text }, values)
    },
  })
  return { value, buffers }
}

describe.skipIf(!enginesAtHand.includes('postgres'))('a workspace of many payouts', () => {
  let database: Database
  let app: AppAlone

  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    app = await insertAppAlone(database)
    await insertAlike(database, app, { first: 0, count, owner: 0 })
    // Ten are recorded at a time, as those of a run are.
    await database.script(`
      set local session_replication_role = replica;
      update payouts set recorded_at = to_timestamp(ceil(extract(epoch from created_at) / 10) * 10);
      insert into payment_reports
        (workspace_id, id, payout_id, amount_minor, method, paid_at, created_at, recorded_at)
      select workspace_id, id, id, 100, 'bank', created_at, created_at, created_at + interval '1 day' from payouts`)
    await database.query({ name: '', text: 'vacuum (analyze) payouts, payment_reports, commissions' }, [])
  })
  afterAll(() => database.close())

  test('has an audit whose pages cost the same at any depth, with what one record is asked for [D356]', async () => {
    const { workspaceId } = app
    const page = (after: AuditEntry | undefined) =>
      measure(database, (measured) => listAuditEntries(measured, { workspaceId }, { after, limit: 51 }))
    const first = await page(undefined)
    expect(first.value).toHaveLength(51)
    const from = new Date('2026-01-01T00:10:00Z')
    const [deep] = await listAuditEntries(
      database,
      { workspaceId, subject: 'payout', to: from },
      { after: undefined, limit: 1 },
    )
    const last = await page(deep)
    expect(last.value).toHaveLength(51)
    expect(last.value.every(({ recordedAt }) => recordedAt < from)).toBe(true)
    report(`audit: ${first.buffers} buffers, ${last.buffers} at the end of ${2 * count} entries`)
    expect([first, last].filter(({ buffers }) => buffers > pageBuffersMax)).toEqual([])
  })

  test('has sums that are read from indexes alone [D356]', async () => {
    const { value, buffers } = await measure(database, (measured) => sumBalances(measured, app.workspaceId))
    expect(value).toMatchObject([{ currency: 'USD', toBePaid: BigInt(count) * 100n }])
    report(`sums: ${buffers} buffers for ${2 * count} rows`)
    // A row of a table of its own would be a buffer each.
    expect(buffers).toBeLessThan(count / 20)
  })
})
