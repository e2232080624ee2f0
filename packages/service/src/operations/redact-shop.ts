import type { operations } from '@affiliate-platform/contract'
import type { Handler } from '@affiliate-platform/contract/server'
import { eraseShop } from '@affiliate-platform/platform/contacts'
import type { RequestContext } from '@affiliate-platform/platform/database'

/** Erases a shop's contact, for the platform's compliance topic `shop/redact`. */
export const redactShop: Handler<typeof operations.redactShop, RequestContext> = async ({
  requestId,
  caller,
  context: { database, nowMs },
  body,
}) => {
  await eraseShop(database, {
    workspaceId: caller.workspaceId,
    shopDomain: body.myshopifyDomain,
    actor: caller.actor,
    untilMs: nowMs,
  })
  return { value: { ok: true, requestId } }
}
