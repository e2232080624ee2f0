import { detectWaitUntil, handOver } from '../background.ts'
import { createReport } from '../report.ts'
import { chooseVariant } from '../variants.ts'
import { identifyInstall } from './identify-install.ts'
import type { IdentifyOnInstallOptions, InstallAuth, InstallResult } from './install-options.ts'

/**
 * Makes an `afterAuth` hook that identifies a shop once per install or reinstall (interface 4.4 rule 2).
 *
 * The hook returns at once and never throws; the call runs beside the merchant's request, within 5,000 ms for
 * everything. The platform runs `afterAuth` again with every new token, hence the ledger.
 *
 * Choose this (with `handleUninstall`) **or** `forwardUninstall` (interface 4.4 rule 1).
 *
 * @throws BothVariantsError at setup, when the same client serves `forwardUninstall`
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
  chooseVariant(options.client, 'identifyOnInstall')
  const report = createReport(options.onResult, toWarning)
  const waitUntil = options.waitUntil ?? detectWaitUntil()
  return (auth) => {
    try {
      // Copied now: a later request may blank the token of the session object.
      const { shop, isOnline = false, accessToken } = auth.session
      // Started after this function has returned: nothing of it counts into the merchant's request.
      const work = Promise.resolve()
        .then(() => identifyInstall({ auth, session: { shop, isOnline, accessToken } }, options))
        .then(report)
        // The host may drop this promise, or hang others on it.
        .catch(() => undefined)
      handOver(waitUntil, work)
    } catch {
      // Interface 4.4 rule 2: nothing may reach the merchant's authorization, not even a broken session.
    }
    return undefined
  }
}

const remedies: Readonly<Record<string, string>> = {
  offline_session_missing: 'Give identifyOnInstall the option sessionStorage.',
  app_id_missing: 'Set AFFILIATE_APP_ID or the option appId.',
  missing_api_key: 'Set AFFILIATE_WORKSPACE_API_KEY.',
  missing_base_url: 'Set AFFILIATE_BASE_URL.',
  invalid_credential: 'Check AFFILIATE_WORKSPACE_API_KEY.',
  platform_access_denied: "Add the affiliate platform to your app's IP allowlist, or give readContact.",
}

function toWarning(result: InstallResult): string | undefined {
  if (result.outcome !== 'failed') return undefined
  const { stage, code, status } = result
  const where = `An install was not identified: ${stage}, ${code}, status ${status}.`
  return `${where} ${remedies[code] ?? 'It is tried again when the hook next runs.'}`
}
