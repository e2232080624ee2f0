import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable, Statement } from '../database/statements/database.ts'

// What is booked has the time at which its transaction began. A session shows that it has begun one a moment later, and
// sessions of another role do not show since when.
const listOpenStatement: Statement = {
  name: 'balance_list_open_transactions',
  text: `
    select
      clock_timestamp() >= $1::timestamptz + interval '100 milliseconds' as "isOver",
      array(
        select held.virtualxid
        from pg_locks held
        join pg_stat_activity session on session.pid = held.pid
        where held.locktype = 'virtualxid' and held.mode = 'ExclusiveLock'
          and session.datname = current_database() and session.usesysid is not null
          and session.pid <> pg_backend_pid()
          and coalesce(date_trunc('milliseconds', session.xact_start) <= $1, true)
      ) as open`,
}

const pauseMs = 20

/**
 * Waits until nothing more can be booked at an instant or before it: until every transaction that had begun by then has
 * ended.
 *
 * @returns whether that came in time
 */
export async function waitUntilBooked(database: Queryable, instant: Date, waitMs: number): Promise<boolean> {
  const endMs = performance.now() + waitMs
  let open: readonly string[] | undefined
  for (;;) {
    const [now] = await database.query<Open>(listOpenStatement, [instant])
    // What begins from here on is booked later.
    if (now?.isOver) open = open?.filter((id) => now.open.includes(id)) ?? now.open
    if (open?.length === 0) return true
    if (performance.now() > endMs) return false
    await pause(pauseMs)
  }
}

interface Open {
  readonly isOver: boolean
  /** Transactions that may book something at the instant or before it. */
  readonly open: readonly string[]
}
