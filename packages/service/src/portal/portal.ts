import { memberOperations } from '@affiliate-platform/contract/console'
import {
  authenticateKeys,
  type Cursors,
  createServer,
  type PlainRequest,
  type PlainResponse,
  pathOf,
  type ServerOptions,
} from '@affiliate-platform/contract/server'
import type { Database, RequestContext } from '@affiliate-platform/platform/database'
import { createMemberSessionSearch, createSignInSearch } from '@affiliate-platform/platform/people'
import { createLinkHandler } from '../console/ask-for-link.ts'
import { authenticateVisitors, type Visitors } from '../console/authenticate-visitors.ts'
import type { IsSignedIn } from '../console/download-lane.ts'
import type { ConsolePlace } from '../console/place.ts'
import { authenticateMembers, createSessionCookie } from '../console/session-cookie.ts'
import { createAccountHandlers } from './account-handlers.ts'
import { createClaimHandlers } from './claim-handlers.ts'
import { createEarningHandlers } from './earning-handlers.ts'
import { createHomeHandlers } from './home-handlers.ts'
import { createOwnLinkHandlers } from './link-handlers.ts'
import { createOwnPayeeHandlers } from './payee-handlers.ts'
import { createOwnPayoutHandlers } from './payout-handlers.ts'
import { createPublicPageHandlers } from './public-page-handlers.ts'
import { createMemberSessionHandlers } from './session-handlers.ts'
import { createStatementHandlers } from './statement-handlers.ts'

type Options = ServerOptions<typeof memberOperations, RequestContext>

/** What the portal shares with the public interface, and where it is. */
interface PortalOptions extends Pick<Options, 'quota' | 'open' | 'isTemporary' | 'onResponse'> {
  readonly database: Database
  readonly cursors: Cursors
  /** Who is signed in acts from there alone. */
  readonly place: ConsolePlace
  readonly visitors: Visitors
  readonly sendsMail: boolean
}

const start = '/api/portal/'
const signInsMax = 60

/**
 * Creates what the portal calls: operations like those of the console, for members who are signed in.
 *
 * @returns a function that responds to a request for one of them, and with `undefined` to any other
 */
export function createPortal({ database, cursors, place, visitors, sendsMail, ...shared }: PortalOptions) {
  const cookie = createSessionCookie(place, 'member')
  const context = { database, cookie, cursors }
  const findSession = createMemberSessionSearch(database)
  const isSignedIn: IsSignedIn = async (request) =>
    (await findSession(cookie.read(request) ?? '', false)) !== undefined
  const handle = createServer({
    ...shared,
    operations: memberOperations,
    handlers: {
      ...createMemberSessionHandlers(context),
      askForMemberLink: createLinkHandler(database, 'member', sendsMail),
      ...createAccountHandlers(context),
      ...createHomeHandlers(context),
      ...createEarningHandlers(context),
      ...createOwnPayoutHandlers(context),
      ...createOwnPayeeHandlers(context),
      ...createOwnLinkHandlers(context),
      ...createClaimHandlers(context),
      ...createPublicPageHandlers(database),
      ...createStatementHandlers(context, isSignedIn),
    },
    authenticators: [
      authenticateKeys(createSignInSearch(database), { affiliate: signInsMax, workspace: signInsMax }),
      authenticateMembers({ cookie, place, findSession }),
      authenticateVisitors(place, visitors),
    ],
  })
  return async (request: PlainRequest): Promise<PlainResponse | undefined> =>
    pathOf(request).startsWith(start) ? await handle(request) : undefined
}
