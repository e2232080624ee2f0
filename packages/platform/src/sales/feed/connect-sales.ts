import type { AppScope } from '@affiliate-platform/contract/server'
import type { Database, Queryable, Transaction } from '../../database/statements/database.ts'
import { rejectingConstraint } from '../../database/statements/faults.ts'
import { readDatabaseTime } from '../../database/statements/time.ts'
import { PartnerApiError } from '../partner-api/partner-api-error.ts'
import type { PartnerClient } from '../partner-api/partner-client.ts'
import { walkAppEvents } from '../partner-api/walk-app-events.ts'
import { walkTransactions } from '../partner-api/walk-transactions.ts'
import { ensureSource, insertSource } from '../store/sources.ts'
import { requestAllBackfills } from './backfills.ts'
import { type SaleConnection, saveConnection } from './connections.ts'
import { createConnectedClient, type PartnerAccess } from './partner-access.ts'
import { SaleFeedError } from './sale-feed-error.ts'
import { sealToken } from './token-box.ts'

export interface NewConnection extends AppScope, Omit<SaleConnection, 'encryptedToken'> {
  /** Its `accessToken` is the one to try, and to keep where `keepsToken` says so. */
  readonly access: PartnerAccess
  /** Whether the token is kept, encrypted under `access.secretKey`. */
  readonly keepsToken: boolean
  /** From when on the sales are the Partner API's, where they come from files so far; in milliseconds since 1970. */
  readonly sinceMs: number | undefined
  /** Whether that may be in the future. Default: no. */
  readonly acceptsFuture?: boolean | undefined
  readonly actor: string
}

/** What the token may read. */
export interface ConnectionCheck {
  /** Why it may not read installs; null where it may. Sales it reads in either case. */
  readonly installsDenied: string | null
}

const source = 'partner_transactions'

/**
 * Connects an app to the Partner API, after a request for sales and one for installs have shown that the token works,
 * and asks for the sales of all referred shops. Connecting again replaces the connection.
 *
 * @throws PartnerApiError where the token does not work; SaleFeedError where it is missing, files are the app's source
 * and no cut-over was given, or one in the future, or the app has another one already. Nothing is written then.
 */
export async function connectSales(database: Database, plan: NewConnection): Promise<ConnectionCheck> {
  const { organizationId, platformAppId, apiVersion, access } = plan
  const given = { organizationId, platformAppId, apiVersion, encryptedToken: null }
  const encryptedToken = sealGiven(plan)
  await checkIsPast(database, plan)
  const client = await createConnectedClient(database, plan, { connection: given, access })
  const check = await checkAccess(client, platformAppId)
  await database.transaction(async (tx) => {
    await useSource(tx, plan)
    await saveConnection(tx, plan, { connection: { ...given, encryptedToken }, actor: plan.actor })
    await requestAllBackfills(tx, plan)
  })
  return check
}

function sealGiven({ workspaceId, appId, keepsToken, access }: NewConnection): Uint8Array | null {
  const { accessToken, secretKey } = access
  if (!keepsToken) return null
  if (accessToken === undefined) throw new SaleFeedError('no_token', 'There is no token to store.')
  if (secretKey === undefined) {
    throw new SaleFeedError('no_secret_key', 'A token is stored only encrypted, and there is no secret key.')
  }
  return sealToken(accessToken, { workspaceId, appId, secretKey })
}

async function checkIsPast(database: Queryable, { sinceMs, acceptsFuture }: NewConnection): Promise<void> {
  if (sinceMs === undefined || acceptsFuture) return
  if (sinceMs <= (await readDatabaseTime(database)).getTime()) return
  throw new SaleFeedError(
    'cut_over_ahead',
    `${new Date(sinceMs).toISOString()} is in the future: until then sales come only from files, and this cannot be changed later.`,
  )
}

async function checkAccess(client: PartnerClient, app: string): Promise<ConnectionCheck> {
  const nowText = new Date().toISOString()
  await walkTransactions(client, { app, createdAtMin: nowText }).next()
  try {
    await walkAppEvents(client, { app, occurredAtMin: nowText }).next()
  } catch (error) {
    if (!(error instanceof PartnerApiError && error.code === 'access_denied')) throw error
    return { installsDenied: error.message }
  }
  return { installsDenied: null }
}

async function useSource(tx: Transaction, { sinceMs, ...plan }: NewConnection): Promise<void> {
  const sources = await ensureSource(tx, plan, { source, actor: plan.actor })
  const current = sources.at(-1)
  if (current?.source === source) return checkSameCutOver(sinceMs, current.appliesFromMs)
  if (sinceMs === undefined) {
    throw new SaleFeedError('other_source', `The sales of this app come from ${current?.source}.`)
  }
  try {
    await insertSource(tx, plan, { source, appliesFromMs: sinceMs, actor: plan.actor })
  } catch (error) {
    if (rejectingConstraint(error) !== 'sale_sources_one_per_period') throw error
    throw new SaleFeedError('other_source', `There are sales of ${current?.source} at or after the cut-over.`)
  }
}

function checkSameCutOver(sinceMs: number | undefined, appliesFromMs: number): void {
  if (sinceMs === undefined || sinceMs === appliesFromMs) return
  const period = Number.isFinite(appliesFromMs)
    ? `since ${new Date(appliesFromMs).toISOString()}`
    : 'altogether'
  throw new SaleFeedError('cut_over', `The sales of this app come from the Partner API ${period}.`)
}
