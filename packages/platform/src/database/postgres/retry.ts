import { setTimeout as sleep } from 'node:timers/promises'
import { toDatabaseFault } from '../statements/faults.ts'

const attemptsMax = 5
/** A client waits for the response: after this time no further attempt is made. */
const retryForMs = 5000
const backOffMs = 10

/** Marks a failure that happened while the commit was under way: nobody knows whether it took effect. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError'
}

/** Runs something again while the database asks for it. */
export async function withRetry<T>(run: () => Promise<T>, mayRunAgain = mayBeginAgain): Promise<T> {
  const startedAtMs = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const isLate = performance.now() - startedAtMs > retryForMs
      if (attempt === attemptsMax || isLate || !mayRunAgain(error)) throw error
      // Rivals that collided once collide again unless they come back at different times.
      await sleep(backOffMs * attempt * Math.random())
    }
  }
}

/** Whether a statement that commits by itself may run again: with a lost connection nobody knows its outcome. */
export const mayRepeat = (error: unknown): boolean => toDatabaseFault(error) === 'retry'

/** The same on a cluster: while the rows of a workspace move, whoever wants to change one waits for a lock in vain (D478). */
export const orAfterMove =
  (mayRunAgain: (error: unknown) => boolean) =>
  (error: unknown): boolean =>
    toDatabaseFault(error) === 'lock_timeout' || mayRunAgain(error)

/**
 * Whether a transaction may run again: after a serialisation failure or a deadlock, and after a connection lost before the
 * commit. Never after a failed commit whose outcome is unknown.
 */
export function mayBeginAgain(error: unknown): boolean {
  if (error instanceof CommitUnknownError) return false
  const fault = toDatabaseFault(error)
  return fault === 'retry' || fault === 'unavailable'
}
