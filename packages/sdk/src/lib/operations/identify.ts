import { identify as operation, parseBody } from '@affiliate-platform/contract'
import type { Action } from '../attempts/action.ts'
import type { Issue } from '../errors/issue.ts'
import { acceptRequest, rejectRequest } from '../errors/reject-request.ts'
import type { Identification, IdentifyResponse } from '../records/identification.ts'
import { buildJsonBody } from '../transport/json-body.ts'
import { isRepeatable } from './is-repeatable.ts'

/**
 * Builds the action that identifies a shop's business contact.
 *
 * @throws InvalidRequestError
 */
export function buildIdentify(identification: Identification): Action<IdentifyResponse> {
  const body = buildJsonBody(operation.id, identification)
  const request = acceptRequest(operation.id, parseBody(operation.body, body.value))
  const issues = operation.check.find(request)
  if (issues.length > 0) throw rejectRequest(operation.id, 'nothing_to_identify', issues)
  return {
    operation,
    target: operation.path,
    body: body.text,
    isRepeatable: isRepeatable(operation, request),
    credential: request.accessToken,
    secrets: [request.email, request.phone, request.ownerName],
    responseSchema: operation.response,
    verify: verifyOk,
  }
}

/** Interface 4.3: a call counts as successful only when the status is 2xx and `ok` is true. */
export const verifyOk = ({ ok }: { readonly ok: boolean }): readonly Issue[] =>
  ok ? [] : [{ pointer: '/ok', code: 'not_ok', message: 'True on success.' }]
