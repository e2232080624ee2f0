import { AbortedError } from '../errors/errors.ts'
import type { AttemptFacts } from '../transport/to-error.ts'
import type { Action } from './action.ts'

interface Aborted {
  readonly action: Action<never>
  readonly signal: AbortSignal | undefined
}

type AbortFacts = Pick<AttemptFacts, 'attempts' | 'status' | 'requestId'>

/** The caller's signal has ended a call. */
export function toAbortedError({ action, signal }: Aborted, facts: AbortFacts): AbortedError {
  const { attempts, status, requestId } = facts
  const operation = action.operation.id
  return new AbortedError({
    code: 'aborted',
    message: `${operation} was aborted by the caller's signal; attempt ${attempts}`,
    operation,
    attempts,
    idempotencyKey: action.idempotencyKey,
    status,
    requestId,
    cause: signal?.reason,
  })
}
