import type { Database } from '@affiliate-platform/platform/database'
import type { RunningServer } from '../start-server.ts'

/** How long requests in flight may take once a stop was asked for. */
export const stopDeadlineMs = 10_000

/**
 * From now on SIGINT and SIGTERM stop the server gracefully: requests in flight are finished, then the database is
 * closed. A second signal ends the process at once.
 *
 * @param announceReady - is called once a signal no longer ends the process by itself
 * @returns when everything is stopped
 */
export async function stopOnSignal(
  server: RunningServer,
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
  await server.stop(stopDeadlineMs)
  await database.close()
}
