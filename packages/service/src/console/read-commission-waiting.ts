import { findCommission } from '@affiliate-platform/platform/commissions'
import type { Database } from '@affiliate-platform/platform/database'
import type { ExplainedCommission } from '@affiliate-platform/platform/explain'
import { type PairPreview, previewPair } from '@affiliate-platform/platform/payout-runs'
import { toMoney } from './console-context.ts'

/** Reads what keeps a balance out of a payout, as a run of this moment would see it; null where nothing is in none. */
export async function readHindrance(database: Database, key: Parameters<typeof previewPair>[1]) {
  const pair = await previewPair(database, key)
  if (pair === undefined) return null
  const { currency } = key
  return {
    ...toCode(pair),
    available: toMoney(pair.sumMinor, currency),
    threshold: toMoney(pair.thresholdMinor, currency),
  }
}

/** Reads what is missing before a commission is paid, as a run of this moment would see it; null for one in a payout. */
export async function readCommissionWaiting(
  database: Database,
  workspaceId: string,
  entry: ExplainedCommission,
) {
  const { notPaid, currency, commission } = entry
  const record = await findCommission(database, { workspaceId, commissionId: commission.id })
  if (notPaid === null || record === undefined) return null
  const { membershipId } = record
  const hindrance = await readHindrance(database, { workspaceId, membershipId, currency })
  // It was paid just now.
  if (hindrance === null) return null
  const isHeld = notPaid.code === 'held'
  return {
    ...hindrance,
    code: isHeld ? ('held' as const) : hindrance.code,
    afterwards: isHeld ? hindrance.code : null,
    availableAt: commission.availableAt,
  }
}

function toCode({ decision, excludedAs, reason }: PairPreview) {
  const nothing = { reason: null, until: null }
  if (decision !== 'excluded') return { code: decision === 'paid' ? ('due' as const) : decision, ...nothing }
  switch (excludedAs) {
    case null:
      return { code: 'sales_waiting' as const, ...nothing }
    case 'excluded':
      return { code: excludedAs, reason, until: null }
    case 'suspended':
      return { code: excludedAs, reason: reason?.replace(/^suspended: /, '') ?? null, until: null }
    case 'payee_changed':
      return { code: excludedAs, reason: null, until: reason?.replace(/^payee_changed: until /, '') ?? null }
  }
}
