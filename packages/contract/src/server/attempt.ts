import { headerNames } from '../lib/headers.ts'
import { ServiceError } from './service-error.ts'

/** Clients that were turned away together must not all come back in the same second (D74). */
const retryAfterSecondsMax = 3

/**
 * Creates the one place where an exception becomes data: expected errors stay, a passing one is temporary, the rest is ours.
 *
 * @param isTemporary - whether an unexpected error passes by itself. Default: none does
 */
export function createAttempt(isTemporary: (error: unknown) => boolean = () => false) {
  return async <Value>(run: () => Promise<Value>): Promise<Value | ServiceError> => {
    try {
      return await run()
    } catch (error) {
      if (error instanceof ServiceError) return error
      if (!isTemporary(error)) {
        const detail = 'Internal error. Quote the request id when you report it.'
        return new ServiceError('internal_error', detail, { cause: error })
      }
      const seconds = 1 + Math.floor(Math.random() * retryAfterSecondsMax)
      return new ServiceError('unavailable', 'The database cannot respond right now. Try again shortly.', {
        headers: { [headerNames.retryAfter]: String(seconds) },
        cause: error,
      })
    }
  }
}
