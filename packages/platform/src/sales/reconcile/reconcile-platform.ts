import { dayMs } from '@affiliate-platform/contract'
import type { AppScope } from '@affiliate-platform/contract/server'
import type { Database, Queryable, Statement } from '../../database/statements/database.ts'
import { readDatabaseTime } from '../../database/statements/time.ts'
import type { AppTransaction, SalesPage } from '../app-transaction.ts'
import { readConnection } from '../feed/connections.ts'
import { createConnectedClient, type PartnerAccess } from '../feed/partner-access.ts'
import { walkTransactions } from '../partner-api/walk-transactions.ts'
import { findReferred } from '../store/referred-shops.ts'
import { createSums, type ReconciledSum } from './reconciled-sums.ts'
import {
  findStored,
  type SalesWindow,
  type StoredAppTransaction,
  walkStored,
} from './stored-app-transactions.ts'

/** An app transaction as one side has it. */
export interface ReconciledRow
  extends Pick<AppTransaction, 'kind' | 'gross' | 'grossCurrency' | 'net' | 'netCurrency'> {
  readonly collectedAt: Date
}

/** An app transaction of a referred shop that is not the same on both sides. */
export interface RowDifference {
  readonly platformId: string
  readonly shopDomain: string
  /** `missing`: not here; `extra`: not there; `changed`: here with other content. */
  readonly difference: 'missing' | 'extra' | 'changed'
  readonly ours: ReconciledRow | null
  readonly theirs: ReconciledRow | null
}

/** What a comparison with the platform's own walk came to. */
export interface PlatformReconciliation extends SalesWindow {
  readonly sums: readonly ReconciledSum[]
  readonly differences: readonly RowDifference[]
  /** Rows of the walk that cannot be read to the last digit; they are in no sum. */
  readonly setAside: number
}

export interface PlatformScope extends AppScope, Partial<SalesWindow> {
  readonly access: PartnerAccess
  /** Ends the walk. */
  readonly signal?: AbortSignal
}

const source = 'partner_transactions'
const windowMs = 60 * dayMs

const readUntilStatement: Statement = {
  name: 'reconcile_read_until',
  text: `
    select sales_read_until as "readUntil"
    from sale_feeds
    where workspace_id = $1 and app_id = $2`,
}

/**
 * Walks the sales of an app at the commerce platform once more, and compares those of referred shops with what was
 * imported: sums by kind and currency, and row by row. It writes nothing.
 *
 * @param scope - default of the window: the 60 days up to the last sale that an import has seen
 * @throws SaleFeedError where the app is not connected or has no usable token; PartnerApiError
 *
 * @example
 * ```ts
 * const { differences } = await reconcileWithPlatform(database, { workspaceId, appId, access })
 * ```
 */
export async function reconcileWithPlatform(
  database: Database,
  { access, signal, ...scope }: PlatformScope,
): Promise<PlatformReconciliation> {
  const connection = await readConnection(database, scope)
  const window = await chooseWindow(database, scope)
  const client = await createConnectedClient(database, scope, { connection, access })
  const walk = { app: connection.platformAppId, ...toInclusive(window), ...(signal && { signal }) }
  return await compare(database, { ...scope, ...window }, walkTransactions(client, walk))
}

async function chooseWindow(
  database: Queryable,
  { workspaceId, appId, from, to }: AppScope & Partial<SalesWindow>,
): Promise<SalesWindow> {
  const [feed] = await database.query<{ readUntil: Date }>(readUntilStatement, [workspaceId, appId])
  const lastRead = feed?.readUntil ?? (await readDatabaseTime(database))
  const until = to ?? new Date(lastRead.getTime() + 1)
  return { from: from ?? new Date(until.getTime() - windowMs), to: until }
}

/** The platform's bounds are both inclusive, and it knows microseconds. */
function toInclusive({ from, to }: SalesWindow) {
  const createdAtMax = new Date(to.getTime() - 1).toISOString().replace('Z', '999Z')
  return { createdAtMin: from.toISOString(), createdAtMax }
}

async function compare(
  database: Queryable,
  scope: AppScope & SalesWindow,
  pages: AsyncIterable<SalesPage>,
): Promise<PlatformReconciliation> {
  const sums = createSums()
  const differences = new Map<string, RowDifference>()
  const seen = new Set<string>()
  const setAside = new Set<string>()
  for await (const page of pages) {
    for (const { platformId } of page.setAside) setAside.add(platformId)
    const { kept } = await findReferred(database, scope, page.rows)
    const rows = [...new Map(kept.map((row) => [row.platformId, row])).values()]
    const stored = await findStored(
      database,
      { ...scope, source },
      rows.map(({ platformId }) => platformId),
    )
    for (const row of rows) {
      const { platformId } = row
      const own = stored.get(platformId)
      // The last answer counts (D184). What an earlier page said is in the differences, or was the same as ours.
      const earlier = differences.get(platformId)?.theirs ?? own
      if (seen.has(platformId) && earlier !== undefined) sums.subtract('theirs', earlier)
      seen.add(platformId)
      sums.add('theirs', row)
      differences.delete(platformId)
      const difference = compareRow(row, own)
      if (difference !== undefined) differences.set(platformId, difference)
    }
  }
  for await (const own of walkStored(database, { ...scope, source })) {
    sums.add('ours', own)
    if (!seen.has(own.platformId)) differences.set(own.platformId, toDifference('extra', { own }))
  }
  const { from, to } = scope
  return { from, to, sums: sums.list(), differences: [...differences.values()], setAside: setAside.size }
}

function compareRow(row: AppTransaction, own: StoredAppTransaction | undefined): RowDifference | undefined {
  if (own?.contentHash === row.contentHash) return undefined
  return toDifference(own === undefined ? 'missing' : 'changed', { row, own })
}

function toDifference(
  difference: RowDifference['difference'],
  { row, own }: { readonly row?: AppTransaction; readonly own?: StoredAppTransaction | undefined },
): RowDifference {
  const { platformId = '', shopDomain = '' } = row ?? own ?? {}
  const theirs = row === undefined ? null : toRow({ ...row, collectedAt: new Date(row.collectedAt) })
  return { platformId, shopDomain, difference, ours: own === undefined ? null : toRow(own), theirs }
}

function toRow({ kind, gross, grossCurrency, net, netCurrency, collectedAt }: ReconciledRow): ReconciledRow {
  return { kind, gross, grossCurrency, net, netCurrency, collectedAt }
}
