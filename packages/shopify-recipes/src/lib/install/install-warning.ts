import type { ShownWarnings } from '../report.ts'
import type { InstallResult } from './install-options.ts'

const remedies: Readonly<Record<string, string>> = {
  offline_session_missing: 'Pass identifyOnInstall the option sessionStorage.',
  app_id_missing: 'Set AFFILIATE_APP_ID or the option appId.',
  missing_api_key: 'Set AFFILIATE_WORKSPACE_API_KEY.',
  missing_base_url: 'Set AFFILIATE_BASE_URL.',
  invalid_credential: 'Check AFFILIATE_WORKSPACE_API_KEY.',
  platform_access_denied: "Add the affiliate platform to your app's IP allowlist, or pass readContact.",
  ledger_table_missing: 'Create its table with the migration in the README, section "The ledger".',
}

const reportRemedies: Readonly<Record<string, string>> = {
  app_id_missing: 'Set AFFILIATE_APP_ID or the option appId.',
  missing_base_url: 'Set AFFILIATE_BASE_URL.',
  wrong_api_key: 'AFFILIATE_INSTALL_BRIDGE_KEY must be an install-bridge key.',
  invalid_credential: 'Check AFFILIATE_INSTALL_BRIDGE_KEY.',
  access_denied: 'Check AFFILIATE_APP_ID: it and the key must be of one workspace.',
}

const later = 'It will be sent again later.'

/** The hook and `retryMissedInstalls`, which a request may call, meet the same shops again and again. */
export const shownWarnings: ShownWarnings = new Map()

/** What a result of an install warns of. It names the shop, and no secret. */
export function toInstallWarning(result: InstallResult): string | undefined {
  if (result.outcome !== 'failed') return undefined
  const { shop, stage, code, status } = result
  if (stage === 'event') return `The callback for the install of ${shop} failed, and runs again: ${code}.`
  if (stage === 'report') {
    return `The install of ${shop} was not reported: ${code}, status ${status}. ${reportRemedies[code] ?? later}`
  }
  const where = `The install of ${shop} was not identified: ${stage}, ${code}, status ${status}.`
  return `${where} ${remedies[code] ?? later}`
}
