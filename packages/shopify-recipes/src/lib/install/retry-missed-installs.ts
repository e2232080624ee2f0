import type { Identification } from '@affiliate-platform/sdk'
import type { ReadShop } from '../backfill/backfill-options.ts'
import { detectWaitUntil, handOver } from '../background.ts'
import { pickContact } from '../contact.ts'
import { readEnvironment } from '../environment.ts'
import { InstallError } from '../install-error.ts'
import { lookAtMissed } from '../ledger/look-at-missed.ts'
import { sharedMemoryLedger } from '../ledger/memory-ledger.ts'
import { createReport } from '../report.ts'
import type { InstallResult, MissedInstallsOptions, RetryMissedInstallsOptions } from './install-options.ts'
import { shownWarnings, toInstallWarning } from './install-warning.ts'
import { sendOnce } from './send-once.ts'

const shopsAtOnce = 10

/**
 * Sends the installs again that were missed in an outage, or whose process died in the call: up to 10 at a time, each
 * within 5,000 ms, and each only once however many processes call this. Cheap enough for every request: while
 * nothing is due it reads the ledger once a minute. For apps with non-expiring tokens, whose hook never runs again,
 * call it in a loader or by a timer.
 *
 * @returns what became of each; it never rejects, and may be left unawaited
 *
 * @example
 * ```ts
 * import { createMemoryLedger, type OfflineSessions, retryMissedInstalls } from '@affiliate-platform/shopify-recipes'
 *
 * declare const sessionStorage: OfflineSessions
 * void retryMissedInstalls({ ledger: createMemoryLedger(), sessionStorage })
 * ```
 */
export function retryMissedInstalls(options: RetryMissedInstallsOptions): Promise<readonly InstallResult[]> {
  const report = createReport(options.onResult, toInstallWarning, shownWarnings)
  const work = retryMissed(options, { limit: shopsAtOnce, report })
  handOver(options.waitUntil ?? detectWaitUntil(), work)
  return work
}

/** How many missed installs are sent again, and how. */
export interface Retry {
  readonly limit: number
  readonly report: (result: InstallResult) => void
  /** A shop that has just been tried. */
  readonly except?: string
  /** Whether a token that `readShop` found stays here. */
  readonly withoutToken?: boolean
}

/** Sends missed installs again. Never rejects. */
export async function retryMissed(
  options: MissedInstallsOptions,
  { limit, report, except, withoutToken = false }: Retry,
): Promise<readonly InstallResult[]> {
  const { ledger = sharedMemoryLedger() } = options
  const send = async (shop: string) => {
    const read = async (signal: AbortSignal) => {
      const { accessToken, ...found } = await readMissed(shop, options, signal)
      return toIdentification(shop, withoutToken ? found : { ...found, accessToken }, options)
    }
    const result = await sendOnce({
      ...{ shop, ledger, options, report, read },
      readStage: 'session',
    })
    report(result)
    return result
  }
  try {
    const shops = await lookAtMissed(ledger, limit)
    return await Promise.all(shops.filter((shop) => shop !== except).map(send))
  } catch {
    // The ledger is down: nothing is lost by looking at it later.
    return []
  }
}

async function readMissed(
  shop: string,
  { readShop, sessionStorage, includePhone = false }: MissedInstallsOptions,
  signal: AbortSignal,
): Promise<ReadShop> {
  const found = await readShop?.(shop, { signal, includePhone })
  if (found) return found
  const session = readShop ? undefined : await sessionStorage?.loadSession(`offline_${shop}`)
  if (!session) throw new InstallError('offline_session_missing')
  // An expired token would be rejected. The hook gets a new one when the shop next opens the app.
  if (session.expires && session.expires.getTime() <= Date.now())
    throw new InstallError('access_token_expired')
  return { accessToken: session.accessToken }
}

function toIdentification(
  shop: string,
  { accessToken, ...found }: ReadShop,
  { appId = readEnvironment('AFFILIATE_APP_ID'), includePhone = false }: MissedInstallsOptions,
): Identification {
  if (!appId) throw new InstallError('app_id_missing')
  const contact = { myshopifyDomain: shop, appId, ...pickContact(found, includePhone) }
  return accessToken ? { ...contact, accessToken } : contact
}
