import { readFileSync } from 'node:fs'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { createDirectCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { anchorFacts } from '../../src/audit/anchor-facts.ts'
import { openPostgres } from '../../src/database.ts'

const portions = scale({ quick: 12, soak: 200 })
const factsPerPortion = 5000
const growthMax = 64

// Where nobody looks into the server's processes, there is nothing to measure.
const canMeasure =
  enginesAtHand.includes('postgres') && process.platform === 'linux' && !process.env['TEST_DATABASE_URL']

test(`anchoring ${portions * factsPerPortion} facts takes no more memory for more facts [D112] [D259]`, {
  skip: !canMeasure,
  meta: { needs: 'a Postgres of this Linux machine' },
}, async () => {
  const url = await createDirectCopy()
  const database = await openPostgres(url)
  const { workspaceId } = await insertApp(database)
  const run = (text: string) => database.query({ name: '', text }, [])
  await anchorFacts(database, 0)
  for (let portion = 0; portion < portions; portion += 1) {
    await run(`
      insert into erasures (workspace_id, id, shop_hash, actor, erased_at)
      select '${workspaceId}', gen_random_uuid(), sha256(number::text::bytea), 'system', now()
      from generate_series(1, ${factsPerPortion}) number`)
  }
  await run('select pg_sleep(0.003)')

  // What the backends that wrote have taken is not to be counted.
  await database.close()
  const anchoring = await openPostgres(url)
  onTestFinished(anchoring.close)
  const readBackends = async (): Promise<number> => {
    const text = 'select pid from pg_stat_activity where datname = current_database()'
    const backends = await anchoring.query<{ pid: number }>({ name: '', text }, [])
    return Math.max(...backends.map(({ pid }) => readPeak(pid)))
  }
  const before = { backend: await readBackends(), own: readPeak(process.pid) }
  const startedAtMs = performance.now()
  await anchorFacts(anchoring, 0)
  const seconds = (performance.now() - startedAtMs) / 1000
  const grown = { backend: (await readBackends()) - before.backend, own: readPeak(process.pid) - before.own }

  const text = `
    select sum(length(digests) / 32)::integer as facts from fact_anchors
    where workspace_id = '${workspaceId}' and fact = 'erasures'`
  const [anchored] = await anchoring.query<{ facts: number }>({ name: '', text }, [])
  expect(anchored).toEqual({ facts: portions * factsPerPortion })
  report(
    `${portions * factsPerPortion} facts anchored in ${seconds.toFixed(1)} s; the backend grew by ${grown.backend} MB to ${before.backend + grown.backend} MB, this process by ${grown.own} MB`,
  )
  expect(grown.backend).toBeLessThan(growthMax)
  expect(grown.own).toBeLessThan(growthMax)
})

/** The most memory that a process has had, without what servers share, in MB. */
function readPeak(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [peak, shared] = ['VmHWM', 'RssShmem'].map((name) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]),
  )
  return Math.round(((peak ?? Number.NaN) - (shared ?? Number.NaN)) / 1024)
}
