import type { IncomingMessage, ServerResponse } from 'node:http'
import { toRecord } from './fault.ts'
import type { InstallAuth, InstallSession } from './install/install-options.ts'

/** A response of Express, where Shopify's `auth.callback()` leaves the session that it has made. */
export interface AuthorizedResponse extends ServerResponse {
  readonly locals?: Readonly<Record<string, unknown>>
}

/** A middleware for `app.get(path, …, middleware, …)`. It calls `next()` at once, whatever happens. */
export type ExpressMiddleware = (
  request: IncomingMessage,
  response: AuthorizedResponse,
  next: () => void,
) => void

/** Makes an Express middleware of an `afterAuth` hook. */
export function toAfterAuth(hook: (auth: InstallAuth) => undefined): ExpressMiddleware {
  let isWarned = false
  return (_request, response, next) => {
    try {
      const { session } = toRecord(response.locals?.['shopify'])
      if (isSession(session)) {
        hook({ session })
      } else if (!isWarned) {
        isWarned = true
        globalThis.process?.emitWarning?.(misplaced, 'AffiliateRecipesWarning')
      }
    } catch {
      // Interface 4.4 rule 2: nothing may reach the merchant's authorization.
    }
    next()
  }
}

// A callback that fails sends its own response and calls no further middleware.
const misplaced =
  'identifyAfterAuth found no session and identified nothing: ' +
  "put it between Shopify's auth.callback() and redirectToShopifyOrAppRoot()."

function isSession(value: unknown): value is InstallSession {
  return typeof toRecord(value)['shop'] === 'string'
}
