import type { OperationName } from '../errors/affiliate-error.ts'

/**
 * What a subscriber of the tracing channel `affiliate-platform:call` gets: one object for the whole of a call, all its
 * requests and waits. It holds no key, no id and no filter.
 *
 * @example const spanName = (call: CallTrace) => `${call.method} ${call.route}`
 */
export interface CallTrace {
  /** The operation that was called. */
  readonly operation: OperationName
  /** The HTTP method of its requests. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path of the operation, with `:id` for an id: a name of low cardinality for spans and metrics. */
  readonly route: string
  /** The base URL of the service. */
  readonly baseUrl: string
  /** What the call resolved to, from `asyncStart` on: `callDetails(result)` tells status and request id. */
  readonly result?: unknown
  /** The error that ended it. */
  readonly error?: unknown
}

// Found, and not imported: there are hosts without it.
const channel = globalThis.process
  ?.getBuiltinModule?.('node:diagnostics_channel')
  ?.tracingChannel?.<unknown, CallTrace>('affiliate-platform:call')

/** Runs a call, and tells who has subscribed to the tracing channel. */
export function traceCall<Value>(trace: CallTrace, run: () => Promise<Value>): Promise<Value> {
  return channel?.hasSubscribers ? channel.tracePromise(run, trace) : run()
}
