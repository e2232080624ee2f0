import type { Database, Statement } from '../../database/statements/database.ts'
import { insertInstallEvents } from '../../install-events/store.ts'
import { walkAppEvents } from '../partner-api/walk-app-events.ts'
import { buildPassWindow, type PassKind } from '../pass-window.ts'
import type { ConnectedFeed } from './connected-feed.ts'

/** What became of an app's install events. */
export interface InstallImport {
  readonly read: number
  readonly new: number
  /** Events whose shop or time could not be read. */
  readonly setAside: number
}

const advanceStatement: Statement = {
  name: 'sales_advance_installs',
  text: `
    update sale_feeds
    set installs_read_until = greatest(installs_read_until, $3)
    where workspace_id = $1 and app_id = $2`,
}

/**
 * Imports the installs, uninstalls, deactivations and reactivations of an app. An event has no id: its fields are its
 * key, and one that is read again is known.
 *
 * @throws PartnerApiError
 */
export async function importInstalls(
  database: Database,
  { app, client, connection, lease, state, actor, signal }: ConnectedFeed,
  pass: PassKind,
): Promise<InstallImport> {
  const { createdAtMin, createdAtMax } = buildPassWindow(pass, state.installsReadUntil, state.now)
  const window = { occurredAtMin: createdAtMin, occurredAtMax: createdAtMax }
  const walk = { app: connection.platformAppId, ...window, ...(signal && { signal }) }
  const sums = { read: 0, new: 0, setAside: 0 }
  let latestAt: string | null = null
  for await (const { rows, setAside } of walkAppEvents(client, walk)) {
    const added = await database.transaction(async (tx) => {
      await lease.check(tx)
      return await insertInstallEvents(tx, { ...app, source: 'partner', actor }, rows)
    })
    sums.read += rows.length + setAside.length
    sums.new += added
    sums.setAside += setAside.length
    for (const { occurredAt } of rows) if (latestAt === null || occurredAt > latestAt) latestAt = occurredAt
  }
  if (latestAt !== null) await database.query(advanceStatement, [app.workspaceId, app.appId, latestAt])
  return sums
}
