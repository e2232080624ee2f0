import type { parseBody } from '@affiliate-platform/contract'
import type { OperationName } from '../errors/affiliate-error.ts'
import type { Issue } from '../errors/issue.ts'
import type { ResponseHead } from '../transport/exchange.ts'
import type { CallTrace } from './trace-call.ts'

/** The schema of a response, as the contract's own parser takes it. */
export type ResponseSchema = Parameters<typeof parseBody>[0]

/** What is called: an operation of the contract, or one that this version does not know. */
export interface CalledOperation {
  readonly id: OperationName
  readonly method: CallTrace['method']
  /** The path, with `:id` for an id. */
  readonly path: string
  readonly response: ResponseSchema
  readonly knownValues?: Readonly<Record<string, readonly string[]>>
}

/** All that is needed to send one action and to read its response. It holds no time and no attempt. */
export interface Action<Response> {
  readonly operation: CalledOperation
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
  /** The shape of `Response`. */
  readonly responseSchema: ResponseSchema
  /** Faults of a response that has the right shape: it belongs to another request, or contradicts itself. */
  readonly verify: (response: Response, headers: ResponseHead['headers']) => readonly Issue[]
}
