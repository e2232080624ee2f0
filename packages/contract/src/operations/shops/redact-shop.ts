import * as z from 'zod/mini'
import { shopDomainSchema } from '../../lib/identify.ts'
import { responseObject } from '../../lib/response-object.ts'
import { defineOperation } from '../definitions/operation.ts'

/** Erases what is known of a shop's business contact: a path beside the three of the interface (D75). */
export const redactShop = /*@__PURE__*/ defineOperation({
  id: 'redactShop',
  method: 'POST',
  path: '/api/compliance/shop-redact',
  sources: ['workspace'],
  body: z.strictObject({ myshopifyDomain: shopDomainSchema }),
  response: responseObject({ ok: z.boolean(), requestId: z.optional(z.string()) }),
})
