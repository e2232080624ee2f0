import { readAnchoringState } from '../audit/repair-anchoring.ts'
import type { Replica } from '../database/requests/replica.ts'
import { ForeignMigrationError, listPendingMigrations } from '../database/schema/migrate.ts'
import type { Database } from '../database/statements/database.ts'
import { errorCode } from '../database/statements/faults.ts'
import { findObstacle } from './check-service.ts'

/** Whether the next request can be served, and what was found. */
export interface Readiness {
  readonly isReady: boolean
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly [detail: string]: unknown }>>
}

/** Whoever asks more often gets the same result: probes cost the database nothing. */
const resultKeptMs = 1000

/**
 * Creates the check of readiness. One check runs at a time, and its result serves everybody for a second (D72).
 *
 * @param clock - any clock, in milliseconds
 * @param replica - is reported, and never makes the service unready: the primary serves without it (D140)
 */
export function createReadiness(
  database: Database,
  clock: () => number,
  replica?: Replica,
): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined
  let last: { readonly result: Readiness; readonly endedAtMs: number } | undefined
  return async () => {
    // A clock that was set back must not keep an old result.
    if (last !== undefined && Math.abs(clock() - last.endedAtMs) < resultKeptMs) return last.result
    running ??= checkReadiness(database, replica).finally(() => {
      running = undefined
    })
    const result = await running
    last = { result, endedAtMs: clock() }
    return result
  }
}

async function checkReadiness(database: Database, replica: Replica | undefined): Promise<Readiness> {
  const { engine, durability } = database
  try {
    const migrations = await checkMigrations(database)
    // Without its tables there are no rights to look for.
    const reason = migrations.ok ? await findObstacle(database) : undefined
    const ok = reason === undefined
    return {
      isReady: ok && migrations.ok,
      checks: {
        database: { ok, engine, durability, ...(!ok && { reason }) },
        migrations,
        ...(migrations.ok && { anchoring: await checkAnchoring(database) }),
        ...describeReplica(replica),
      },
    }
  } catch (error) {
    const reason = describe(error)
    return { isReady: false, checks: { database: { ok: false, engine, durability, reason } } }
  }
}

// Requests are served without it.
async function checkAnchoring(database: Database) {
  const { anchoredUntil, isBeyondNow } = await readAnchoringState(database)
  return { ok: !isBeyondNow, anchoredUntil: anchoredUntil.toISOString() }
}

function describeReplica(replica: Replica | undefined) {
  if (replica === undefined) return {}
  const { isServing, lagMs, reason } = replica.state()
  return { replica: { ok: isServing, ...(lagMs !== undefined && { lagMs }), ...(!isServing && { reason }) } }
}

const reasons: Readonly<Record<string, string>> = {
  '42501': 'The database role lacks a right: see the guide on its role.',
  '53100': 'The disk of the database is full.',
  '55P03': 'A table is locked.',
}

function describe(error: unknown): string {
  return reasons[errorCode(error)] ?? 'The database does not respond.'
}

async function checkMigrations(database: Database) {
  try {
    const pending = (await listPendingMigrations(database)).map(({ name }) => name)
    return { ok: pending.length === 0, pending }
  } catch (error) {
    if (!(error instanceof ForeignMigrationError)) throw error
    // While an update replaces processes, the old ones serve: a probe must not take all of them away at once (D477).
    return { ok: error.isAhead, pending: [], reason: error.message }
  }
}
