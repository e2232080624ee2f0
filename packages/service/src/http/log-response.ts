import type { EndedRequest } from '@affiliate-platform/contract/server'
import type { Logger } from 'pino'
import { describeFault } from '../log.ts'

// The operation is named, never the path: an id, a query string or a stray secret has no business in a log.
/** Logs a response, and before it what failed inside. */
export function logResponse(log: Logger, ended: EndedRequest): void {
  const { requestId, traceId, operation, status, caller } = ended
  logFault(log, ended)
  const durationMs = Math.round(ended.durationMs * 10) / 10
  const { workspaceId, id: keyId } = caller ?? {}
  log.info({ requestId, traceId, operation, status, durationMs, workspaceId, keyId }, 'responded')
}

/** Logs what failed inside, if anything did. */
export function logFault(
  log: Logger,
  {
    requestId,
    traceId,
    operation,
    error,
  }: Pick<EndedRequest, 'requestId' | 'traceId' | 'operation' | 'error'>,
): void {
  if (error?.cause === undefined) return
  const failed = { requestId, traceId, operation, code: error.code }
  // An outage fails every request alike: where in the code says nothing, and fills the disk.
  if (error.code === 'internal_error') log.error({ ...failed, err: error.cause }, 'request failed')
  else log.warn({ ...failed, fault: describeFault(error.cause) }, 'request failed')
}
