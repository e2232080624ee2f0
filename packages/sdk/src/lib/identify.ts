import {
  checkIdentify,
  identifyAnswerSchema,
  identifyRequestSchema,
  operations,
  parseBody,
} from '@affiliate-platform/contract'
import type { Action } from './action.ts'
import type { Identification, IdentifyAnswer } from './identification.ts'
import { buildJsonBody } from './json-body.ts'
import { acceptRequest, refuseRequest } from './refuse-request.ts'

const operation = operations.identify

/**
 * Builds the action that identifies a shop's business contact.
 *
 * @throws InvalidRequestError
 */
export function buildIdentify(identification: Identification): Action<IdentifyAnswer> {
  const body = buildJsonBody(operation.id, identification)
  const request = acceptRequest(operation.id, parseBody(identifyRequestSchema, body.value))
  const issues = checkIdentify(request)
  if (issues.length > 0) throw refuseRequest(operation.id, 'nothing_to_identify', issues)
  return {
    operation,
    target: operation.path,
    body: body.text,
    // D35 makes a repeat harmless. An access token is used once: D67 says when it may be sent again.
    isRepeatable: request.accessToken === undefined,
    credential: request.accessToken,
    secrets: [request.email, request.phone, request.ownerName],
    answerSchema: identifyAnswerSchema,
    // Interface 4.3: a call counts as successful only when the status is 2xx and `ok` is true.
    verify: ({ ok }) => (ok ? [] : [{ pointer: '/ok', code: 'not_ok', message: 'True for a success.' }]),
  }
}
