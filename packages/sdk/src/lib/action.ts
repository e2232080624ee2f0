import type { OperationId, operations, parseBody } from '@affiliate-platform/contract'
import type { Issue } from './issue.ts'

/** The schema of an answer, as the contract's own parser takes it. */
export type AnswerSchema = Parameters<typeof parseBody>[0]

/** All that is needed to send one action and to read its answer. It holds no time and no attempt. */
export interface Action<Answer> {
  readonly operation: (typeof operations)[OperationId]
  /** Path and query below the base URL, everything encoded. */
  readonly target: string
  /** The JSON text, fixed: every attempt sends these bytes. */
  readonly body?: string
  /** Made once for the action, sent by every attempt. */
  readonly idempotencyKey?: string
  /** Whether doing it twice is the same as doing it once. */
  readonly isRepeatable: boolean
  /** A token of the request: must not be reachable from an error or an event. */
  readonly credential?: string | undefined
  /** What names a person in the request: must not be read in an error or an event either. */
  readonly secrets?: readonly (string | undefined)[]
  /** The shape of `Answer`. */
  readonly answerSchema: AnswerSchema
  /** Faults of an answer that has the right shape: it answers another question, or contradicts itself. */
  readonly verify: (answer: Answer) => readonly Issue[]
}
