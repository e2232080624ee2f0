import { readAnchoringState } from '@affiliate-platform/platform/audit'
import type { Database, Statement } from '@affiliate-platform/platform/database'
import { ForeignMigrationError, listPendingMigrations } from '@affiliate-platform/platform/database'
import { clockGapMaxMs } from '@affiliate-platform/platform/readiness'
import type { Settings } from '@affiliate-platform/service'
import { commandName } from '../command-line/command-name.ts'
import { checkCluster } from './check-cluster.ts'
import { checkConnections } from './check-connections.ts'
import { checkOutbox } from './check-outbox.ts'
import { checkWaiting } from './check-waiting.ts'
import { type Finding, failed, ok } from './finding.ts'

const clockGapWarningMs = 1000

const versionStatement: Statement = {
  name: 'doctor_version',
  text: `select current_setting('server_version') as version`,
}

const clockStatement: Statement = { name: 'doctor_clock', text: 'select clock_timestamp() as now' }

/** Checks an open database: what it is, its migrations, its clock and what survives. */
export async function checkDatabase(
  database: Database,
  settings: Settings,
  clock: () => number = Date.now,
): Promise<readonly Finding[]> {
  const [server] = await database.query<{ version: string }>(versionStatement, [])
  const migrations = await checkMigrations(database)
  const engine = database.engine === 'postgres' ? 'Postgres' : 'embedded Postgres'
  return [
    ok('database', `${engine} ${server?.version} responds${database.isPooled ? ' through a pooler' : ''}.`),
    migrations,
    ...(migrations.state === 'ok'
      ? [
          await checkAnchoring(database),
          await checkWaiting(database),
          ...(await checkOutbox(database, settings)),
          ...(await checkCluster(database)),
        ]
      : []),
    await checkClock(database, clock),
    checkDurability(database),
    await checkConnections(database),
  ]
}

async function checkMigrations(database: Database): Promise<Finding> {
  try {
    const pending = await listPendingMigrations(database)
    if (pending.length === 0) return ok('migrations', 'The schema is up to date.')
    const names = pending.map(({ name }) => name).join(', ')
    return failed('migrations', `The database lacks ${names}.`, `Run ${commandName} migrate.`)
  } catch (error) {
    if (!(error instanceof ForeignMigrationError)) throw error
    const remedy = 'Run the version of the service that migrated this database, or a newer one.'
    return failed('migrations', error.message, remedy)
  }
}

async function checkAnchoring(database: Database): Promise<Finding> {
  const { anchoredUntil, isBeyondNow } = await readAnchoringState(database)
  if (anchoredUntil.getTime() === 0) return ok('anchoring', 'No fact is anchored yet: serve anchors them.')
  const detail = `Facts are anchored until ${anchoredUntil.toISOString()}.`
  if (!isBeyondNow) return ok('anchoring', detail)
  const remedy = `Run ${commandName} audit repair-anchoring, then verify. Find out who had the rights of the owner: nobody else can do this.`
  return failed('anchoring', `${detail} That is a time to come, and none is anchored before.`, remedy)
}

async function checkClock(database: Database, clock: () => number): Promise<Finding> {
  const askedAtMs = clock()
  const [row] = await database.query<{ now: Date }>(clockStatement, [])
  const respondedAtMs = clock()
  const middleMs = (askedAtMs + respondedAtMs) / 2
  const gapMs = Math.round(Math.abs((row?.now.getTime() ?? Number.NaN) - middleMs))
  const detail = `The clocks of this machine and of the database are ${gapMs} ms apart.`
  if (gapMs <= clockGapWarningMs) return ok('clock', detail)
  const remedy =
    'Keep both machines on network time (NTP). The service uses the clock of the database, and is not ready when the two are 5 s apart.'
  return { check: 'clock', state: gapMs >= clockGapMaxMs ? 'failed' : 'warning', detail, remedy }
}

function checkDurability({ engine, durability }: Database): Finding {
  if (durability === 'fsync')
    return ok('durability', 'What was acknowledged survives a crash of the machine.')
  const remedy =
    engine === 'postgres'
      ? 'Set fsync and full_page_writes to on in the configuration of Postgres, and synchronous_commit for the role.'
      : 'Use Postgres (DATABASE_URL) for data that must not be lost, and back up the folder.'
  const detail = 'What was acknowledged survives a crash of the process, not of the machine.'
  return { check: 'durability', state: 'warning', detail, remedy }
}
