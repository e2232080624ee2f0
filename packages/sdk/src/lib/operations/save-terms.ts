import { saveTerms as operation, parseBody } from '@affiliate-platform/contract'
import type { Action } from '../attempts/action.ts'
import { TermsRejectedError } from '../errors/errors.ts'
import type { Issue } from '../errors/issue.ts'
import { acceptRequest, describeIssues } from '../errors/reject-request.ts'
import type { SaveTermsRequest, TermsVersion } from '../records/terms-rules.ts'
import type { SaveTermsOptions } from '../settings/client-options.ts'
import { buildJsonBody } from '../transport/json-body.ts'
import type { Runtime } from '../transport/runtime.ts'
import { checkIdempotencyKey } from './check-idempotency-key.ts'
import { checkRecordId } from './check-record-id.ts'
import { checkVersion } from './check-version.ts'
import { isRepeatable } from './is-repeatable.ts'

/**
 * Builds the action that saves terms, after both steps of the contract: types first, then business rules.
 *
 * @throws InvalidRequestError, TermsRejectedError
 */
export function buildSaveTerms(
  input: { readonly membershipId: string; readonly request: SaveTermsRequest },
  options: SaveTermsOptions,
  { dateMs, tickMs }: Runtime,
): Action<TermsVersion> {
  const { membershipId, request } = input
  checkRecordId(operation, membershipId)
  const { idempotencyKey = crypto.randomUUID() } = options
  checkIdempotencyKey(operation.id, idempotencyKey)
  const body = buildJsonBody(operation.id, request)
  const accepted = acceptRequest(operation.id, parseBody(operation.body, body.value))
  const { rules, effectiveAt } = accepted
  // An action that is repeated may have begun by now: only the service knows whether it was done in time.
  const isRepeat = options.idempotencyKey !== undefined
  rejectTerms(operation.check.find(isRepeat ? { rules } : accepted, dateMs()))
  const startedMs = tickMs()
  return {
    operation,
    target: operation.path.replace(':id', encodeURIComponent(membershipId)),
    body: body.text,
    idempotencyKey,
    isRepeatable: isRepeatable(operation),
    responseSchema: operation.response,
    verify: (version, headers) =>
      checkVersion(
        version,
        { membershipId, rules, effectiveAt, elapsedMs: isRepeat ? Infinity : tickMs() - startedMs },
        { expected: options.expected, dateMs: Date.parse(headers.get('Date') ?? '') },
      ),
  }
}

function rejectTerms(issues: readonly Issue[]): void {
  if (issues.length === 0) return
  const message = describeIssues(operation.id, issues)
  throw new TermsRejectedError({ operation: operation.id, code: 'terms_rejected', message, issues })
}
