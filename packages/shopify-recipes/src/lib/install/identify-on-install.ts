import { detectWaitUntil, handOver } from '../background.ts'
import { noteHook } from '../ledger/install-hooks.ts'
import { lookSoon } from '../ledger/look-at-missed.ts'
import { sharedMemoryLedger } from '../ledger/memory-ledger.ts'
import { createReport } from '../report.ts'
import { noteVariant } from '../variants.ts'
import { identifyInstall } from './identify-install.ts'
import type { IdentifyOnInstallOptions, InstallAuth, InstallResult } from './install-options.ts'
import { shownWarnings, toInstallWarning } from './install-warning.ts'
import { retryMissed } from './retry-missed-installs.ts'
import { listTasks } from './tell-event.ts'

/**
 * Makes an `afterAuth` hook that identifies a shop once per install or reinstall (interface 4.4 rule 2).
 *
 * The hook returns at once and never throws; the call runs beside the merchant's request, within 5,000 ms for
 * everything. The platform runs `afterAuth` again with every new token, hence the ledger. A call that failed stays
 * there, and is sent again by a later run of the hook, of any shop, or by `retryMissedInstalls`.
 *
 * Choose this (with `handleUninstall`) **or** `forwardUninstall` (interface 4.4 rule 1).
 *
 * @example
 * ```ts
 * import { createMemoryLedger, identifyOnInstall } from '@affiliate-platform/shopify-recipes'
 *
 * const hooks = { afterAuth: identifyOnInstall({ ledger: createMemoryLedger() }) }
 * ```
 */
export function identifyOnInstall<Auth extends InstallAuth = InstallAuth>(
  options: IdentifyOnInstallOptions<Auth> = {},
): (auth: Auth) => undefined {
  if (options.identify !== false) noteVariant('identifyOnInstall')
  const report = createReport(options.onResult, toInstallWarning, shownWarnings)
  const waitUntil = options.waitUntil ?? detectWaitUntil()
  const ledger = options.ledger ?? sharedMemoryLedger()
  noteHook(ledger, {
    listTasks: () => listTasks(options),
    sendMissed: () => {
      lookSoon(ledger)
      handOver(waitUntil, retryAfterwards(undefined, options, report))
    },
  })
  return (auth) => {
    try {
      const seenAtMs = Date.now()
      // Copied now: a later request may blank the token of the session object.
      const { shop, isOnline = false, accessToken } = auth.session
      // Started after this function has returned: nothing of it counts into the merchant's request.
      const work = Promise.resolve()
        .then(() =>
          identifyInstall({ auth, session: { shop, isOnline, accessToken }, seenAtMs }, options, report),
        )
        .then(report)
        .then(() => retryAfterwards(shop, options, report))
        // The host may drop this promise, or hang others on it.
        .catch(() => undefined)
      handOver(waitUntil, work)
    } catch {
      // Interface 4.4 rule 2: nothing may reach the merchant's authorization, not even a broken session.
    }
    return undefined
  }
}

const missedShopsAtOnce = 3

/** Sends a few missed installs again, of other shops, where their tokens can be had. */
async function retryAfterwards<Auth extends InstallAuth>(
  except: string | undefined,
  options: IdentifyOnInstallOptions<Auth>,
  report: (result: InstallResult) => void,
): Promise<void> {
  // An app that reads its contacts itself sends no token, so that a session alone is no use.
  const withoutToken = options.readContact !== undefined
  const canRead = options.readShop ?? (withoutToken ? undefined : options.sessionStorage)
  if (canRead || options.identify === false) {
    await retryMissed(options, { limit: missedShopsAtOnce, report, withoutToken, ...(except && { except }) })
  }
}
