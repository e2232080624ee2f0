import { clockGapMaxMs } from '../statements/clock-gap.ts'
import type { Queryable, Statement } from '../statements/database.ts'

interface Position {
  /** Bytes of the write-ahead log. */
  readonly position: string | null
  readonly system_id: string
  readonly database: string
}

interface StandbyPosition extends Position {
  readonly is_standby: boolean
  readonly now: Date
}

const identity = `
  (select system_identifier::text from pg_control_system()) as system_id, current_database() as database`

const primaryStatement: Statement = {
  name: 'replica_primary_position',
  text: `select (pg_current_wal_lsn() - '0/0')::text as position, ${identity}`,
}

const standbyStatement: Statement = {
  name: 'replica_standby_position',
  text: `
    select pg_is_in_recovery() as is_standby, (pg_last_wal_replay_lsn() - '0/0')::text as position,
      clock_timestamp() as now, ${identity}`,
}

/** What is known of how far a replica has come. */
export interface ReplicaFreshness {
  compare(primary: Queryable, replica: Queryable): Promise<void>
  /** Whatever the primary had committed at this moment of `performance.now()`, the replica has. */
  freshAtMs(): number
}

/** Thrown where a replica is reached and must not be read. Its message says why. */
export class ReplicaError extends Error {
  override readonly name = 'ReplicaError'
}

/**
 * Starts to measure a replica: by where the primary's log was at a moment, and whether the replica has replayed that.
 * What the replica says of its lag itself is 0 also when it has lost the primary.
 */
export function measureFreshness(sampleKeptMs: number): ReplicaFreshness {
  let samples: { readonly atMs: number; readonly position: bigint }[] = []
  let freshAtMs = Number.NEGATIVE_INFINITY
  let replayed = 0n

  return {
    freshAtMs: () => freshAtMs,
    async compare(primary, replica) {
      const atMs = performance.now()
      const [leader] = await primary.query<Position>(primaryStatement, [])
      const position = BigInt(leader?.position ?? 0)
      if (replayed > position) {
        // What it has beyond the primary was never committed there: a primary was lost, and this one was ahead of the new.
        samples = []
        freshAtMs = Number.NEGATIVE_INFINITY
      }
      samples = [...samples.filter((sample) => atMs - sample.atMs < sampleKeptMs), { atMs, position }]
      const askedAtMs = Date.now()
      const [standby] = await replica.query<StandbyPosition>(standbyStatement, [])
      rejectStranger(leader, standby)
      rejectClock(standby, askedAtMs)
      replayed = BigInt(standby?.position ?? 0)
      for (const sample of samples) if (sample.position <= replayed) freshAtMs = sample.atMs
    },
  }
}

function rejectStranger(leader: Position | undefined, standby: StandbyPosition | undefined): void {
  if (standby?.is_standby !== true)
    throw new ReplicaError('The replica is not a standby: it was promoted, or never was one.')
  if (standby.system_id !== leader?.system_id || standby.database !== leader.database)
    throw new ReplicaError('The replica belongs to another server, or is another database on it.')
}

function rejectClock(standby: StandbyPosition | undefined, askedAtMs: number): void {
  const nowMs = standby?.now.getTime() ?? 0
  if (Math.max(askedAtMs - nowMs, nowMs - Date.now()) >= clockGapMaxMs)
    throw new ReplicaError('The clocks of this machine and of the replica differ.')
}
