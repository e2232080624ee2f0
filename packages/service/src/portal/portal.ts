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
import {
  createMemberSessionSearch,
  createPasskeySearch,
  createSessionSearch,
  createSignInSearch,
} from '@affiliate-platform/platform/people'
import { createLinkHandler } from '../console/ask-for-link.ts'
import { authenticatePasskeys } from '../console/authenticate-passkeys.ts'
import { authenticateVisitors, type Visitors } from '../console/authenticate-visitors.ts'
import { createDownloadLane, type IsSignedIn } from '../console/download-lane.ts'
import { createOwnPasskeys } from '../console/own-passkeys.ts'
import type { Passkeys } from '../console/passkeys.ts'
import type { ConsolePlace } from '../console/place.ts'
import { authenticateMembers, createSessionCookie } from '../console/session-cookie.ts'
import { createAccountHandlers } from './account-handlers.ts'
import { createMemberAddressHandlers } from './address-handlers.ts'
import { authenticateViews } from './authenticate-views.ts'
import { createClaimHandlers } from './claim-handlers.ts'
import { createEarningHandlers } from './earning-handlers.ts'
import { createExportHandlers } from './export-handlers.ts'
import { createHomeHandlers } from './home-handlers.ts'
import { createLeavingHandlers } from './leaving-handlers.ts'
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
  readonly passkeys: Passkeys
  readonly sendsMail: boolean
}

const start = '/api/portal/'
const signInsMax = 60

/**
 * Creates what the portal calls: operations like those of the console, for members who are signed in.
 *
 * @returns a function that responds to a request for one of them, and with `undefined` to any other
 */
export function createPortal(options: PortalOptions) {
  const { database, cursors, place, visitors, passkeys, sendsMail, ...shared } = options
  const cookie = createSessionCookie(place, 'member')
  const context = { database, cookie, cursors, passkeys }
  const ownPasskeys = createOwnPasskeys(context, 'member')
  const findSession = createMemberSessionSearch(database)
  const isSignedIn: IsSignedIn = async (request) =>
    (await findSession(cookie.read(request) ?? '', false)) !== undefined
  // A person has one download at a time, of whatever it is.
  const lane = createDownloadLane(isSignedIn, ({ workspaceId, lineageId }) => `${workspaceId} ${lineageId}`)
  const shown = {
    ...createHomeHandlers(context),
    ...createEarningHandlers(context),
    ...createOwnPayoutHandlers(context),
    ...createOwnLinkHandlers(context),
    ...createClaimHandlers(context),
  }
  const handle = createServer({
    ...shared,
    operations: memberOperations,
    handlers: {
      ...createMemberSessionHandlers(context),
      askForMemberLink: createLinkHandler(database, 'member', sendsMail),
      ...createAccountHandlers(context),
      ...createMemberAddressHandlers(context, sendsMail),
      listMemberPasskeys: ownPasskeys.list,
      challengeMemberPasskey: ownPasskeys.challenge,
      addMemberPasskey: ownPasskeys.add,
      removeMemberPasskey: ownPasskeys.remove,
      signInMemberByPasskey: ownPasskeys.signIn,
      ...shown,
      ...createExportHandlers(context, shown, lane),
      ...createOwnPayeeHandlers(context),
      ...createLeavingHandlers(context),
      ...createPublicPageHandlers(database),
      ...createStatementHandlers(context, lane),
    },
    authenticators: [
      authenticateViews(database, {
        ...{ place, cookie: createSessionCookie(place, 'operator') },
        findSession: createSessionSearch(database),
      }),
      authenticateKeys(createSignInSearch(database), { affiliate: signInsMax, workspace: signInsMax }),
      authenticatePasskeys(createPasskeySearch(database, 'member'), place),
      authenticateMembers({ cookie, place, findSession }),
      authenticateVisitors(place, visitors),
    ],
  })
  return async (request: PlainRequest): Promise<PlainResponse | undefined> =>
    pathOf(request).startsWith(start) ? await handle(request) : undefined
}
