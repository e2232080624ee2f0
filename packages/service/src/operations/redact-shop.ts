import { defineOperation, shopDomainSchema } from '@affiliate-platform/contract'
import { type Handler, jsonResponse } from '@affiliate-platform/contract/server'
import { eraseShop } from '@affiliate-platform/platform/contacts'
import type { RequestContext } from '@affiliate-platform/platform/database'
import * as z from 'zod'

/** No operation of the interface: it adds a path to the service, and changes nothing that the interface has (D75). */
export const redactShopOperation = defineOperation({
  id: 'redactShop',
  method: 'POST',
  path: '/api/compliance/shop-redact',
  apiKeyKind: 'workspace',
  body: z.strictObject({ myshopifyDomain: shopDomainSchema }),
  response: z.looseObject({ ok: z.literal(true), requestId: z.string() }),
})

/** Erases a shop's contact, for the platform's compliance topic `shop/redact`. */
export const redactShop: Handler<typeof redactShopOperation, RequestContext> = async ({
  requestId,
  credential,
  context: { database, nowMs },
  body,
}) => {
  await eraseShop(database, {
    workspaceId: credential.workspaceId,
    shopDomain: body.myshopifyDomain,
    actor: `key:${credential.id}`,
    untilMs: nowMs,
  })
  return jsonResponse(JSON.stringify({ ok: true, requestId }))
}
