import { operations, parseBody } from '@affiliate-platform/contract'
import type { Action } from './action.ts'
import { verifyOk } from './identify.ts'
import { isRepeatable } from './is-repeatable.ts'
import { buildJsonBody } from './json-body.ts'
import type { RedactShopResponse } from './redact-shop-response.ts'
import { acceptRequest } from './reject-request.ts'

const operation = operations.redactShop

/**
 * Builds the action that erases a shop.
 *
 * @throws InvalidRequestError
 */
export function buildRedactShop(myshopifyDomain: string): Action<RedactShopResponse> {
  const body = buildJsonBody(operation.id, { myshopifyDomain })
  acceptRequest(operation.id, parseBody(operation.body, body.value))
  return {
    operation,
    target: operation.path,
    body: body.text,
    isRepeatable: isRepeatable(operation),
    responseSchema: operation.response,
    verify: verifyOk,
  }
}
