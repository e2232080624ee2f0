import { headerNames } from '@affiliate-platform/contract'
import {
  createAttempt,
  type PlainRequest,
  type PlainResponse,
  pathOf,
  rejectAtOnce,
  ServiceError,
} from '@affiliate-platform/contract/server'
import type { Logger } from 'pino'
import { isTemporaryFault } from './is-temporary-fault.ts'
import { logFault } from './log-response.ts'

/** Responds to a request for what is its own, and with `undefined` to any other. */
type Page = (request: PlainRequest) => PlainResponse | undefined | Promise<PlainResponse | undefined>

/** Creates what responds beside the operations. A page that fails is logged and told as an operation that fails. */
export function createPages(log: Logger, pages: readonly (Page | undefined)[]) {
  const attempt = createAttempt(isTemporaryFault)
  return async (request: PlainRequest): Promise<PlainResponse | undefined> => {
    const response = await attempt(async () => {
      for (const page of pages) {
        const found = await page?.(request)
        if (found !== undefined) return found
      }
      return undefined
    })
    if (!(response instanceof ServiceError)) return response
    const rejected = rejectAtOnce(response, pathOf(request))
    const requestId = rejected.headers[headerNames.requestId] ?? ''
    logFault(log, { requestId, traceId: undefined, operation: 'page', error: response })
    return rejected
  }
}
