import type { Checked } from '@affiliate-platform/contract'
import type { OperationName } from './affiliate-error.ts'
import { InvalidRequestError } from './errors.ts'
import type { Issue } from './issue.ts'

/** A request that is rejected before the network. */
export function rejectRequest(
  operation: OperationName,
  code: string,
  issues: readonly Issue[],
): InvalidRequestError {
  return new InvalidRequestError({ operation, code, issues, message: describeIssues(operation, issues) })
}

/** The checked value, or an `InvalidRequestError` that names every fault. */
export function acceptRequest<Value>(operation: OperationName, checked: Checked<Value>): Value {
  if (checked.ok) return checked.value
  throw rejectRequest(operation, 'invalid_request', checked.issues)
}

/** One line for a person: the first faults with their places. */
export function describeIssues(operation: OperationName, issues: readonly Issue[]): string {
  const faults = issues.slice(0, 3).map((issue) => {
    const place = issue.pointer ?? issue.parameter ?? issue.header ?? ''
    return `${place || 'request'}: ${issue.message}`
  })
  const more = issues.length > 3 ? ` (and ${issues.length - 3} more)` : ''
  return `${operation} was not sent. ${faults.join(' ')}${more}`
}
