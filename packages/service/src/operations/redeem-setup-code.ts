import type { redeemSetupCode as operation } from '@affiliate-platform/contract'
import { type Handler, invalidCredential } from '@affiliate-platform/contract/server'
import { redeemSetupCode as redeem } from '@affiliate-platform/platform/api-keys'
import type { RequestContext } from '@affiliate-platform/platform/database'

/** Makes the key that a setup code stands for (D265). */
export const redeemSetupCode: Handler<typeof operation, RequestContext> = async ({
  caller,
  context: { database },
}) => {
  const value = await redeem(database, caller)
  // Another request was faster, or the last second of its time has passed meanwhile.
  if (value === undefined) throw invalidCredential([caller.source])
  return { value }
}
