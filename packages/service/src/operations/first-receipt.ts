import type { firstReceipt as operation } from '@affiliate-platform/contract'
import { accessDenied, type Handler } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { findFirstReceipt } from '@affiliate-platform/platform/receipts'

/** Finds the first receipt of an app, for whoever has just set it up (D268). */
export const firstReceipt: Handler<typeof operation, RequestContext> = async ({
  caller: { workspaceId },
  context: { database, nowMs },
  query,
}) => {
  const value = await findFirstReceipt(database, { ...query, workspaceId, nowMs })
  if (value === undefined) throw accessDenied()
  return { value }
}
