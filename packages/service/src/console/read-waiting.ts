import { listBalances } from '@affiliate-platform/platform/balances'
import { findCommission } from '@affiliate-platform/platform/commissions'
import type { Database } from '@affiliate-platform/platform/database'
import type { ExplainedCommission } from '@affiliate-platform/platform/explain'
import { findLastThreshold } from '@affiliate-platform/platform/payout-runs'
import { toMoney } from './console-context.ts'

/** Reads what is missing before a commission is paid; null for one in a payout. */
export async function readWaiting(database: Database, workspaceId: string, entry: ExplainedCommission) {
  const { notPaid, currency, commission } = entry
  const record = await findCommission(database, { workspaceId, commissionId: commission.id })
  if (notPaid === null || record === undefined) return null
  const { membershipId } = record
  const [balances, thresholdMinor] = await Promise.all([
    listBalances(database, { workspaceId, membershipIds: [membershipId] }),
    findLastThreshold(database, { workspaceId, membershipId, currency }),
  ])
  const balance = balances.find((one) => one.currency === currency)
  return {
    ...{ code: notPaid.code, availableAt: commission.availableAt },
    reason: 'reason' in notPaid ? (notPaid.reason ?? null) : null,
    available: toMoney(balance?.dueMinor ?? '0', currency),
    threshold: thresholdMinor === undefined ? null : toMoney(thresholdMinor, currency),
  }
}
