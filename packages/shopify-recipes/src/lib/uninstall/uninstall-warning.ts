import { warnOfRejection } from '../webhook/rejection-warning.ts'
import type { UninstallResult } from './uninstall-options.ts'

/** What a result of an uninstall warns of. It names the shop, and no secret. */
export function toUninstallWarning(result: UninstallResult): string | undefined {
  switch (result.outcome) {
    case 'forward_failed':
      return `The uninstall of ${result.shop} was not forwarded: ${result.code}, status ${result.status}.`
    case 'report_failed':
      return `The uninstall of ${result.shop} was not reported: ${result.code}, status ${result.status}.`
    case 'superseded':
      return `An uninstall of ${result.shop} came after its reinstall: nothing was ended.`
    case 'failed':
      return `The uninstall of ${result.shop} gets 500: the ${result.stage} failed with ${result.code}.`
    case 'handled':
      return result.ledgerFault === undefined
        ? undefined
        : `Uninstalls are not remembered: ${result.ledgerFault}. Create the table with the migration in the README.`
    case 'rejected':
      return warnOfRejection('Uninstalls', result)
    default:
      return undefined
  }
}
