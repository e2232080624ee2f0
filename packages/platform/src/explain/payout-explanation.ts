import type { operations } from '@affiliate-platform/contract'
import { type RecordSource, unitOutOfRange } from '@affiliate-platform/contract/server'
import type { RequestContext } from '../database/request-context.ts'
import { findPayout } from '../payouts/store.ts'
import { explainPayoutUnit } from './explain-payout-unit.ts'

/** Explains one unit of a payout of an app. */
export const payoutExplanation: RecordSource<typeof operations.explainPayout, RequestContext> = async (
  { database },
  { app, id, query },
) => {
  const key = { workspaceId: app.workspaceId, payoutId: id }
  const payout = await findPayout(database, key)
  if (payout?.appId !== app.appId) return undefined
  const unit = BigInt(query.unit)
  if (unit > BigInt(payout.amountMinor)) throw unitOutOfRange()
  return await explainPayoutUnit(database, key, unit)
}
