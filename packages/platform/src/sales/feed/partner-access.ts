import type { AppScope } from '@affiliate-platform/contract/server'
import type { Database } from '../../database/statements/database.ts'
import {
  createPartnerClient,
  type PartnerClient,
  type PartnerClientOptions,
} from '../partner-api/partner-client.ts'
import type { SaleConnection } from './connections.ts'
import { createDatabasePace } from './database-pace.ts'
import { SaleFeedError } from './sale-feed-error.ts'
import { openToken } from './token-box.ts'

/** How this process reaches the Partner API. */
export interface PartnerAccess extends Pick<PartnerClientOptions, 'fetch' | 'clock'> {
  /** The token of this process's environment. A kept one goes before it. */
  readonly accessToken?: string | undefined
  /** 32 bytes, by which kept tokens are decrypted. */
  readonly secretKey?: Uint8Array | undefined
  /** Default: `https://partners.shopify.com`. */
  readonly origin?: string | undefined
}

/**
 * Creates the client of a connected app, paced over all processes of the database.
 *
 * @throws SaleFeedError where there is no token, or a kept one cannot be decrypted
 */
export async function createConnectedClient(
  database: Database,
  app: AppScope,
  { connection, access }: { readonly connection: SaleConnection; readonly access: PartnerAccess },
): Promise<PartnerClient> {
  const accessToken = chooseToken(app, connection, access)
  const { organizationId, apiVersion } = connection
  const { origin, fetch, clock } = access
  return createPartnerClient({
    organizationId,
    apiVersion,
    accessToken,
    pace: await createDatabasePace(database, accessToken),
    ...(origin !== undefined && { origin }),
    ...(fetch !== undefined && { fetch }),
    ...(clock !== undefined && { clock }),
  })
}

function chooseToken(app: AppScope, { encryptedToken }: SaleConnection, access: PartnerAccess): string {
  const { accessToken, secretKey } = access
  if (encryptedToken === null) {
    if (accessToken !== undefined) return accessToken
    throw new SaleFeedError('no_token', 'No token is stored for this app, and none was given for this run.')
  }
  if (secretKey === undefined) {
    throw new SaleFeedError(
      'no_secret_key',
      'The stored token of this app needs the secret key that encrypted it.',
    )
  }
  const kept = openToken(encryptedToken, { ...app, secretKey })
  if (kept !== undefined) return kept
  throw new SaleFeedError(
    'wrong_secret_key',
    'The stored token of this app was encrypted with another secret key.',
  )
}
