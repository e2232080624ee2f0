import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { isSoak, report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { expect, it } from 'vitest'
import type { Database, Queryable } from '../../src/database/database.ts'
import { newId } from '../../src/database/new-id.ts'
import { deleteOldIdempotencyRecords, deleteUnusedQuotaWindows } from '../../src/retention.ts'

const batchRows = 5000

describeOnEachEngine('the retention', (database) => {
  it('deletes all old idempotency records and no other, batch by batch [D10] [D137]', async () => {
    const old = database().engine === 'postgres' ? scale({ quick: 22_000, soak: 1_000_000 }) : 22_000
    const [workspaceId, lineageId] = [newId(), newId()]
    const text = `
      insert into idempotency_records
        (workspace_id, lineage_id, operation, target_id, idempotency_key, fingerprint, status, body, created_at)
      select $1, $2, 'saveTerms', $2, n::text, '\\x00', 200, repeat('{}', 200),
        now() - case when n > ${old} then interval '719 hours' else interval '721 hours' end
      from generate_series($3::integer, $4::integer) n`
    for (let first = 1; first <= old; first += batchRows) {
      const last = first + batchRows > old ? old + 10 : first + batchRows - 1
      await database().query({ name: 'test_insert_old', text }, [workspaceId, lineageId, first, last])
    }
    const batches = await watchBatches(database(), (watched) => deleteOldIdempotencyRecords(watched))

    const deleted = batches.map(({ rows }) => Number(Object(rows[0]).deleted))
    expect(Math.max(...deleted)).toBe(batchRows)
    expect(deleted.reduce((sum, each) => sum + each)).toBe(old)
    expect(deleted.at(-1)).toBe(0)
    expect(await count(database(), 'idempotency_records', workspaceId)).toBe(10)

    const longestMs = Math.max(...batches.map(({ tookMs }) => tookMs))
    const allMs = batches.reduce((sum, { tookMs }) => sum + tookMs, 0)
    const { engine } = database()
    report(
      `${engine}: ${old} records in ${Math.round(allMs)} ms, the longest statement ${Math.round(longestMs)} ms`,
    )
    if (isSoak && engine === 'postgres') expect(longestMs).toBeLessThan(1000)
  })

  it('deletes the quota windows that were not used for a day, and keeps the others [8-quota] [D137]', async () => {
    const workspaceId = newId()
    const text = `
      insert into quota_windows (workspace_id, lineage_id, admitted_at_ms)
      select $1, gen_random_uuid(),
        case n % 3
          when 0 then '{}'
          else array[((extract(epoch from now()) - case n % 3 when 1 then 86401 else 80000 end) * 1000)::bigint]
        end
      from generate_series(1, 30000) n`
    await database().query({ name: 'test_insert_windows', text }, [workspaceId])
    const batches = await watchBatches(database(), (watched) => deleteUnusedQuotaWindows(watched))
    expect(batches.length).toBeGreaterThanOrEqual(30_000 / batchRows)
    expect(await count(database(), 'quota_windows', workspaceId)).toBe(10_000)
  })
})

async function count(database: Database, table: string, workspaceId: string): Promise<number> {
  const text = `select count(*)::integer as count from ${table} where workspace_id = $1`
  const [row] = await database.query<{ readonly count: number }>({ name: `test_count_${table}`, text }, [
    workspaceId,
  ])
  return row?.count ?? 0
}

/** Runs a function, and tells of each statement what it returned and how long it took. */
async function watchBatches(database: Database, run: (watched: Queryable) => Promise<void>) {
  const batches: { readonly rows: readonly unknown[]; readonly tookMs: number }[] = []
  await run({
    query: async <Row>(...sent: Parameters<Queryable['query']>) => {
      const startedAtMs = performance.now()
      const rows = await database.query<Row>(...sent)
      batches.push({ rows, tookMs: performance.now() - startedAtMs })
      return rows
    },
  })
  return batches
}
