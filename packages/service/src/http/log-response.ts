import type { EndedRequest } from '@affiliate-platform/contract/server'
import type { Logger } from 'pino'

// The operation is named, never the path: an id, a query string or a stray secret has no business in a log.
/** Logs a response, and before it what failed inside. */
export function logResponse(log: Logger, ended: EndedRequest): void {
  const { requestId, operation, status, credential, error } = ended
  if (error?.cause !== undefined) {
    const level = error.code === 'internal_error' ? 'error' : 'warn'
    log[level]({ requestId, operation, code: error.code, err: error.cause }, 'request failed')
  }
  const durationMs = Math.round(ended.durationMs * 10) / 10
  const { workspaceId, id: keyId } = credential ?? {}
  log.info({ requestId, operation, status, durationMs, workspaceId, keyId }, 'responded')
}
