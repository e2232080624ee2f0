import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { createClient, termsWrite } from '@affiliate-platform/test-support/guarantee-client'
import { startGuaranteeProcess } from '@affiliate-platform/test-support/guarantee-process'
import { isSoak, report, runInLanes, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/database/statements/new-id.ts'
import { type Database, openPostgres, type Queryable } from '../../src/database.ts'
import { toNextSize } from '../../src/retention/delete-in-batches.ts'
import { deleteOldIdempotencyRecords, deleteUnusedQuotaWindows } from '../../src/retention.ts'
import { countBatchBuffers } from './batch-buffers.ts'

const batchRowsMax = 2000
const young = 10

describeOnEachEngine('the retention', (database) => {
  it('deletes all old idempotency records and no other, batch by batch [D10] [D137]', async () => {
    const workspaceId = newId()
    await insertRecords(database(), { workspaceId, old: 12_000 })
    const batches = await watchBatches(database(), deleteOldIdempotencyRecords)
    expect(batches.length).toBeGreaterThan(12_000 / batchRowsMax)
    expect(batches.at(-1)?.rows).toEqual([])
    expect(await count(database(), 'idempotency_records', workspaceId)).toBe(young)
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
    const batches = await watchBatches(database(), deleteUnusedQuotaWindows)
    expect(batches.length).toBeGreaterThanOrEqual(30_000 / batchRowsMax)
    expect(await count(database(), 'quota_windows', workspaceId)).toBe(10_000)
  })
})

it.each([
  ['half as large after one that took twice as long', 2000, 200, 1000],
  ['not twice as large again before one was quick', 250, 5, 500],
  ['never larger', 2000, 20, 2000],
  ['never smaller', 80, 9000, 50],
])('a batch is %s [D163]', (_title, rows, tookMs, expected) => {
  expect(toNextSize(rows, tookMs)).toBe(expected)
})

describe.skipIf(!enginesAtHand.includes('postgres'))('the retention on a real Postgres', () => {
  let url: string
  let database: Database
  beforeEach(async () => {
    url = await createPostgresCopy()
    database = await openPostgres(url)
  })
  afterEach(() => database.close())

  it('reads the page of a record twice, to find it and to delete it [D163]', async () => {
    const batchRowsFirst = 250
    await insertRecords(database, { workspaceId: newId(), old: 1000 })
    const [first] = await countBatchBuffers(database)
    expect(first).toBeGreaterThan(batchRowsFirst)
    expect(first).toBeLessThan(3 * batchRowsFirst)
  })

  it('looks at no deleted record again, though an older transaction keeps them [D163]', async () => {
    const held = await openPostgres(url)
    await insertRecords(database, { workspaceId: newId(), old: 20_000 })
    await held.transaction(async (tx) => {
      await tx.query({ name: 'test_begin_writing', text: 'select txid_current()' }, [])
      // Each batch runs twice, so the next one passes what the second deleted: at most 2,000, of some 130 pages.
      // To look at all again takes 1,300.
      expect((await countBatchBuffers(database)).at(-1)).toBeLessThan(batchRowsMax / 5)
    })
    await held.close()
  })

  it('holds up neither lists nor writes [D137] [D163]', async () => {
    const old = scale({ quick: 20_000, soak: 10_000_000 })
    const workspaceId = newId()
    await withoutIndexes(database, () => insertRecords(database, { workspaceId, old }))
    const service = await startGuaranteeProcess({ database: { url }, quotaRequestsMax: 1e9 })
    const load = startLoad(service)
    const batches = await watchBatches(database, deleteOldIdempotencyRecords)
    const tookMs = await load.end()
    await service.kill()
    const longestMs = Math.max(...batches.map((batch) => batch.tookMs))
    const allMs = batches.reduce((sum, batch) => sum + batch.tookMs, 0)
    report(
      `${old} records in ${batches.length} batches and ${Math.round(allMs / 1000)} s, the longest ${Math.round(longestMs)} ms; ` +
        `beside ${tookMs.length} lists and writes, the longest ${Math.round(Math.max(...tookMs))} ms`,
    )
    // As a script: past ten million deleted rows a count outlasts the time of a statement.
    await database.script(`
      do $$ begin
        if (select count(*) from idempotency_records where workspace_id = '${workspaceId}') <> ${young} then
          raise exception 'Not all that is left is young, or not all that is young is left.';
        end if;
      end $$`)
    expect(longestMs).toBeLessThan(isSoak ? 1000 : 5000)
  })
})

interface OldRecords {
  readonly workspaceId: string
  /** How many are past their 30 days. */
  readonly old: number
}

/** Inserts records of a thousand keys, a millisecond apart; ten of them stay. As scripts, which have no time limit. */
async function insertRecords(database: Database, { workspaceId, old }: OldRecords): Promise<void> {
  const atOnce = 500_000
  // Two connections, one for each processor of a small machine.
  await runInLanes({ count: Math.ceil((old + young) / atOnce), lanes: 2 }, async (part) => {
    const first = 1 - young + part * atOnce
    await database.script(`
      insert into idempotency_records
        (workspace_id, lineage_id, operation, target_id, idempotency_key, fingerprint, status, body, created_at)
      select '${workspaceId}', lpad(to_hex(n % 1000 + 1000), 32, '0')::uuid, 'saveTerms', '${workspaceId}', n::text,
        '\\x00', 200, repeat('{}', 200),
        now() - case when n > 0 then interval '724 hours' else interval '719 hours' end + n * interval '1 millisecond'
      from generate_series(${first}, ${Math.min(first + atOnce - 1, old)}) n`)
  })
}

/** Runs a function while the table of the records has no index, and makes the same ones again: sorting is quicker. */
async function withoutIndexes(database: Database, run: () => Promise<void>): Promise<void> {
  const text = `
    select
      string_agg(
        case
          when conname is null then format('drop index %s', indexrelid::regclass)
          else format('alter table idempotency_records drop constraint %I', conname)
        end, ';') as drop,
      string_agg(
        case
          when conname is null then pg_get_indexdef(indexrelid)
          else format('alter table idempotency_records add constraint %I %s', conname, pg_get_constraintdef(oid))
        end, ';') as make
    from pg_index left join pg_constraint on conindid = indexrelid
    where indrelid = 'idempotency_records'::regclass`
  const statement = { name: 'test_read_indexes', text }
  const [indexes] = await database.query<{ readonly drop: string; readonly make: string }>(statement, [])
  if (indexes === undefined) throw new Error('The records have no index.')
  await database.script(indexes.drop)
  await run()
  await database.script(
    `set local maintenance_work_mem = '1GB'; ${indexes.make}; analyze idempotency_records`,
  )
}

/** Lists payouts and saves terms, one after the other, two at a time. `end` returns how long each took. */
function startLoad(service: Awaited<ReturnType<typeof startGuaranteeProcess>>) {
  const { port, keys, ids } = service
  const client = createClient(port, 2)
  const tookMs: number[] = []
  let isOver = false
  const list = { path: '/api/affiliate-platform/v1/payouts', key: keys.affiliate }
  const write = () =>
    termsWrite({ key: keys.affiliate, membershipId: ids.membershipId, idempotencyKey: newId() })
  const callers = [() => list, write].map(async (next) => {
    while (!isOver) {
      const startedAtMs = performance.now()
      expect((await client.send(next())).status).toBe(200)
      tookMs.push(performance.now() - startedAtMs)
    }
  })
  return {
    end: async (): Promise<readonly number[]> => {
      isOver = true
      await Promise.all(callers)
      client.close()
      return tookMs
    },
  }
}

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
