import type { Database } from '@affiliate-platform/platform/database'

/** How long requests in flight may take once a stop was asked for. */
export const stopDeadlineMs = 10_000

/** A server, or work in the background, that uses the database. */
interface Stoppable {
  readonly stop: (deadlineMs: number) => Promise<void>
}

/**
 * From now on SIGINT and SIGTERM stop the process gracefully: requests and work in flight are finished, then the database
 * is closed. A second signal ends the process at once.
 *
 * @param running - all that uses the database; it is stopped at the same time
 * @param announceReady - is called once a signal no longer ends the process by itself
 * @returns when everything is stopped
 */
export async function stopOnSignal(
  running: readonly Stoppable[],
  database: Database,
  announceReady: () => void,
): Promise<void> {
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve()
      })
    }
  })
  announceReady()
  await signalled
  await Promise.all(running.map(({ stop }) => stop(stopDeadlineMs)))
  await database.close()
}
