import { ConfigurationError, TimeoutError } from '../errors/errors.ts'
import type { Settings } from '../settings/settings.ts'
import { untilAborted } from '../transport/until-aborted.ts'
import type { Action } from './action.ts'
import { toAbortedError } from './to-aborted-error.ts'

interface Asking {
  readonly action: Action<never>
  readonly settings: Settings
  readonly signal: AbortSignal | undefined
}

/**
 * Gets the key for the next attempt. A function is asked each time: the key may have been rotated meanwhile.
 *
 * @param attempts - how many requests were sent before
 * @param stop - aborts when the time of the attempt is over
 * @throws AbortedError, TimeoutError, ConfigurationError: none of them is retried
 */
export async function askApiKey(run: Asking, attempts: number, stop: AbortSignal): Promise<string> {
  const { action, settings, signal } = run
  const { apiKey } = settings
  if (typeof apiKey === 'string') return apiKey
  const facts = { operation: action.operation.id, attempts, idempotencyKey: action.idempotencyKey }
  try {
    return await untilAborted([signal, stop], apiKey)
  } catch (cause) {
    if (signal?.aborted) throw toAbortedError(run, facts)
    const describe = (what: string) => `${facts.operation} was not sent: the function apiKey ${what}`
    if (stop.aborted)
      throw new TimeoutError({
        ...facts,
        code: 'attempt_timeout',
        message: describe('returned no key in time'),
      })
    if (cause instanceof ConfigurationError)
      throw new ConfigurationError({
        ...facts,
        code: cause.code,
        message: describe(`failed. ${cause.message}`),
      })
    const message = describe('threw an error')
    throw new ConfigurationError({ ...facts, code: 'faulty_api_key', message, cause })
  }
}
