import type { InstallResult, UninstallResult } from '@affiliate-platform/shopify-recipes'
import { listActivity } from './activity.server.ts'
import { variant } from './affiliate.server.ts'

/** Whether a shop was identified since it last installed the app. */
export type InstallStatus =
  | { readonly state: 'not_used' | 'waiting' }
  | {
      readonly state: 'identified'
      readonly at: string
      readonly receiptId?: string | undefined
      readonly contact?: string | undefined
      readonly uninstallWatch?: string | undefined
      /** How often the hook ran again with a new token, and sent nothing. */
      readonly renewals: number
    }
  | { readonly state: 'failed'; readonly at: string; readonly stage: string; readonly code: string }

/** Reads what is known of a shop's present install. */
export function readInstallStatus(shop: string): InstallStatus {
  if (variant === 'forward_uninstalls') return { state: 'not_used' }
  const uninstalls = listActivity('uninstall', { shop, limit: 20 })
  const since = uninstalls.find(({ details }) => details.outcome === 'handled')?.at ?? ''
  const results = listActivity('install', { shop, limit: 500 }).filter(
    ({ at, details }) => at > since && !isReport(details),
  )
  let failed: InstallStatus | undefined
  for (const [renewals, { at, details }] of results.entries()) {
    if (details.outcome === 'identified') {
      const { receiptId, contact, uninstallWatch } = details
      return { state: 'identified', at, receiptId, contact, uninstallWatch, renewals }
    }
    if (details.outcome === 'failed')
      failed ??= { state: 'failed', at, stage: details.stage, code: details.code }
  }
  return failed ?? { state: 'waiting' }
}

/** Whether a result is of the report of an install, which goes beside identifying it. */
const isReport = (result: InstallResult) =>
  result.outcome === 'reported' || (result.outcome === 'failed' && result.stage === 'report')

/** An uninstall as it was received. */
export interface UninstallStatus {
  readonly at: string
  readonly shop: string
  readonly outcome: UninstallResult['outcome']
  readonly code?: string | undefined
  readonly status?: number | null | undefined
  readonly receiptId?: string | undefined
}

/** Lists the latest deliveries of the uninstall webhook, of all shops, newest first. */
export function listUninstalls(): readonly UninstallStatus[] {
  return listActivity('uninstall', { limit: 4 }).map(({ at, shop, details }) => ({ at, ...details, shop }))
}
