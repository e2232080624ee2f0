import { redactShop as operation, parseBody } from '@affiliate-platform/contract'
import type { Action } from '../attempts/action.ts'
import { acceptRequest } from '../errors/reject-request.ts'
import type { RedactShopResponse } from '../records/redact-shop-response.ts'
import { buildJsonBody } from '../transport/json-body.ts'
import { verifyOk } from './identify.ts'
import { isRepeatable } from './is-repeatable.ts'

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
