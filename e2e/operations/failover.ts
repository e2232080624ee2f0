// Loses a primary under load and shows what became of what was acknowledged: npm run -w e2e failover [-- --patroni]. With --pitr
// it recovers the moment before a wrong deletion.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Demo, seedDemo } from '@affiliate-platform/operator/demo'
import { type Database, migrate, openDatabase } from '@affiliate-platform/platform/database'
import { type App, createApp } from '@affiliate-platform/service'
import { startPatroniCluster } from './patroni-cluster.ts'
import { demonstrateRecovery } from './recovery.ts'
import { type FailoverCluster, startStandbyCluster } from './standby-cluster.ts'
import { buildWrite } from './terms-write.ts'

const lanes = 8

/** What the load has seen. */
interface Tally {
  readonly acknowledged: Set<string>
  unavailable: number
  readonly other: number[]
  acknowledgedAtMs: number
  /** The longest time without a write that was acknowledged. */
  longestGapMs: number
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    patroni: { type: 'boolean', default: false },
    pitr: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
if (!(seconds > 0)) throw new Error('Usage: npm run -w e2e failover -- [--seconds 4] [--patroni | --pitr]')
if (values.pitr) await demonstrateRecovery()
else await demonstrateFailover()

async function demonstrateFailover(): Promise<void> {
  const starting = values.patroni ? startPatroniCluster() : startStandbyCluster()
  const cluster = await starting.catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
  const database = await openDatabase({ url: cluster.url })
  try {
    await demonstrate(cluster, database)
  } finally {
    await database.close()
    cluster.stop()
  }
}

async function demonstrate(cluster: FailoverCluster, database: Database): Promise<void> {
  await migrate(database)
  const demo = await seedDemo(database)
  await cluster.waitUntilSynchronous()
  const app = await createApp({ database, affiliateQuotaRequestsMax: 1_000_000 })
  const tally: Tally = {
    acknowledged: new Set(),
    unavailable: 0,
    other: [],
    acknowledgedAtMs: performance.now(),
    longestGapMs: 0,
  }
  const load = { isOver: false }
  const writers = Promise.all(
    Array.from({ length: lanes }, async () => {
      while (!load.isOver) await writeOnce(app, demo, tally, load)
    }),
  )
  await Promise.race([writers, sleep(seconds * 1000)])
  const lostAtMs = performance.now()
  const before = tally.acknowledged.size
  await cluster.failOver()
  const failedOverAtMs = performance.now()
  await Promise.race([writers, sleep(seconds * 1000)])
  load.isOver = true
  await writers

  const found = await countVersions(database, [...tally.acknowledged])
  const figures = {
    acknowledged: tally.acknowledged.size,
    acknowledgedBefore: before,
    lost: tally.acknowledged.size - found.versions,
    doubled: found.doubled,
    unavailable: tally.unavailable,
    otherStatuses: tally.other,
    failoverMs: Math.round(failedOverAtMs - lostAtMs),
    secondsUnavailable: Math.round(tally.longestGapMs) / 1000,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  const isWell = figures.lost === 0 && found.doubled === 0 && figures.acknowledged > before
  process.exitCode = isWell && tally.other.length === 0 ? 0 : 1
}

/** Writes with one idempotency key until it is acknowledged, as a client should. */
async function writeOnce(
  app: App,
  demo: Demo,
  tally: Tally,
  load: { readonly isOver: boolean },
): Promise<void> {
  const idempotencyKey = randomUUID()
  while (!load.isOver) {
    const response = await app.fetch(buildWrite(demo, idempotencyKey))
    const body = Object(await response.json())
    if (response.status === 200) {
      tally.acknowledged.add(body.id)
      const nowMs = performance.now()
      tally.longestGapMs = Math.max(tally.longestGapMs, nowMs - tally.acknowledgedAtMs)
      tally.acknowledgedAtMs = nowMs
      return
    }
    if (response.status === 503 || response.status === 409) tally.unavailable += 1
    else tally.other.push(response.status)
    await sleep(50)
  }
}

async function countVersions(database: Database, ids: readonly string[]) {
  const text = `
    select
      (select count(*)::integer from terms_versions where id = any ($1)) as versions,
      (select count(*)::integer from (
        select from idempotency_records group by idempotency_key having count(*) > 1
      ) repeated) as doubled`
  type Found = { readonly versions: number; readonly doubled: number }
  const [found] = await database.query<Found>({ name: 'demo_count', text }, [ids])
  return found ?? { versions: 0, doubled: 0 }
}
