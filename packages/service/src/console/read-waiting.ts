import type { NotPaid } from '@affiliate-platform/contract'
import { listBalances } from '@affiliate-platform/platform/balances'
import { findCommission } from '@affiliate-platform/platform/commissions'
import type { Database } from '@affiliate-platform/platform/database'
import type { ExplainedCommission } from '@affiliate-platform/platform/explain'
import { findPayeeHold } from '@affiliate-platform/platform/payees'
import { findLastThreshold } from '@affiliate-platform/platform/payout-runs'
import { toMoney } from './console-context.ts'

/** Reads what is missing before a commission is paid; null for one in a payout. */
export async function readWaiting(database: Database, workspaceId: string, entry: ExplainedCommission) {
  const { notPaid, currency, commission } = entry
  const record = await findCommission(database, { workspaceId, commissionId: commission.id })
  if (notPaid === null || record === undefined) return null
  const { membershipId } = record
  const [balances, thresholdMinor, heldUntil] = await Promise.all([
    listBalances(database, { workspaceId, membershipIds: [membershipId] }),
    findLastThreshold(database, { workspaceId, membershipId, currency }),
    findPayeeHold(database, { workspaceId, membershipId }),
  ])
  const balance = balances.find((one) => one.currency === currency)
  return {
    ...toCode(notPaid, heldUntil),
    availableAt: commission.availableAt,
    available: toMoney(balance?.dueMinor ?? '0', currency),
    threshold: thresholdMinor === undefined ? null : toMoney(thresholdMinor, currency),
  }
}

/** What the next run would be asked: a payee that waits may have come after the last one, and may wait no more. */
function toCode(notPaid: NotPaid, heldUntil: Date | undefined) {
  const { code } = notPaid
  const reason = 'reason' in notPaid ? (notPaid.reason ?? null) : null
  const isOfPayee = reason?.startsWith('payee_changed') === true
  const isNext = code === 'no_run' || code === 'due' || isOfPayee
  if (isNext && heldUntil !== undefined) {
    return { code: 'payee_changed', reason: null, until: heldUntil.toISOString() }
  }
  return isOfPayee ? { code: 'due', reason: null, until: null } : { code, reason, until: null }
}
