import { consoleOperations } from '@affiliate-platform/contract/console'
import {
  authenticateKeys,
  type Cursors,
  createMemoryQuota,
  createServer,
  type PlainRequest,
  type PlainResponse,
  pathOf,
  type ServerOptions,
} from '@affiliate-platform/contract/server'
import type { Database, RequestContext } from '@affiliate-platform/platform/database'
import {
  createPasskeySearch,
  createSessionSearch,
  createSignInSearch,
} from '@affiliate-platform/platform/people'
import type { PartnerAccess } from '@affiliate-platform/platform/sales'
import { createAddressHandlers } from './address-handlers.ts'
import { createLinkHandler } from './ask-for-link.ts'
import { createAuditHandlers } from './audit-handlers.ts'
import { authenticatePasskeys } from './authenticate-passkeys.ts'
import { authenticateVisitors, type Visitors } from './authenticate-visitors.ts'
import { createCalendarHandlers } from './calendar-handlers.ts'
import { createCaseHandlers } from './case-handlers.ts'
import { createChangeHandlers } from './change-handlers.ts'
import type { ChangeWatch } from './change-watch.ts'
import { createCommissionHandlers } from './commission-handlers.ts'
import type { ConsoleContext } from './console-context.ts'
import { createDeliveryHandlers } from './delivery-handlers.ts'
import { createDownloadHandlers } from './download-handlers.ts'
import { createErasureHandlers } from './erasure-handlers.ts'
import { findHandlers } from './find-handlers.ts'
import { createHistoryHandlers } from './history-handlers.ts'
import { createInvitationHandlers } from './invitation-handlers.ts'
import { createKeyHandlers, type KeyQuotas } from './key-handlers.ts'
import { createLinkHandlers } from './link-handlers.ts'
import { createMailHandlers } from './mail-handlers.ts'
import { createMaterialHandlers } from './material-handlers.ts'
import { createMemberHandlers } from './member-handlers.ts'
import { createMemberPeopleHandlers } from './member-people-handlers.ts'
import { createOverviewHandlers } from './overview-handlers.ts'
import { createOwnPasskeys } from './own-passkeys.ts'
import type { Passkeys } from './passkeys.ts'
import { createPayeeHandlers } from './payee-handlers.ts'
import { createPayoutFileHandlers } from './payout-file-handlers.ts'
import { createPayoutHandlers } from './payout-handlers.ts'
import { createPayoutRunHandlers } from './payout-run-handlers.ts'
import { createPeopleHandlers } from './people-handlers.ts'
import type { ConsolePlace } from './place.ts'
import { createProgramHandlers } from './program-handlers.ts'
import { createProposalHandlers } from './proposal-handlers.ts'
import { createReferralHandlers } from './referral-handlers.ts'
import { createSaleHandlers } from './sale-handlers.ts'
import { createSavedAddressHandlers } from './saved-address-handlers.ts'
import { authenticateSessions, createSessionCookie } from './session-cookie.ts'
import { createSessionHandlers } from './session-handlers.ts'
import { createShopHandlers } from './shop-handlers.ts'
import { createWebhookHandlers } from './webhook-handlers.ts'

type Options = ServerOptions<typeof operations, RequestContext>

/** What the console shares with the public interface, and where it is. */
export interface ConsoleOptions extends Pick<Options, 'quota' | 'open' | 'isTemporary' | 'onResponse'> {
  readonly database: Database
  readonly cursors: Cursors
  /** Who is signed in acts from there alone. */
  readonly place: ConsolePlace
  readonly passkeys: Passkeys
  /** Whether this is a demo, which anybody on the machine may enter. */
  readonly isDemo: boolean
  readonly keyQuotas: KeyQuotas
  readonly changes: ChangeWatch
  /** Under which secrets of endpoints are encrypted, 32 bytes. Without it none can be added here. */
  readonly secretKey: Uint8Array | undefined
  readonly visitors: Visitors
  readonly partnerAccess: PartnerAccess
  readonly sendsMail: boolean
}

const { awaitChange, ...operations } = consoleOperations
const start = '/api/console/'
const signInsMax = 60

/**
 * Creates what the console calls: operations like those of the public interface, for operators who are signed in.
 *
 * @returns a function that responds to a request for one of them, and with `undefined` to any other
 */
export function createConsole({
  database,
  cursors,
  place,
  passkeys,
  isDemo,
  keyQuotas,
  changes,
  visitors,
  sendsMail,
  secretKey,
  partnerAccess,
  ...shared
}: ConsoleOptions) {
  const cookie = createSessionCookie(place, 'operator')
  const context = { database, cookie, cursors, isDemo, passkeys, secretKey }
  const findSession = createSessionSearch(database)
  const ownPasskeys = createOwnPasskeys(context, 'operator')
  const handle = createServer({
    ...shared,
    operations,
    handlers: {
      ...createSessionHandlers(context),
      askForLink: createLinkHandler(database, 'operator', sendsMail),
      ...createRecordHandlers(context),
      ...createSaleHandlers(context, partnerAccess),
      ...createPeopleHandlers(context),
      ...createAddressHandlers(context, sendsMail),
      listPasskeys: ownPasskeys.list,
      challengePasskey: ownPasskeys.challenge,
      addPasskey: ownPasskeys.add,
      removePasskey: ownPasskeys.remove,
      signInByPasskey: ownPasskeys.signIn,
      ...createKeyHandlers(context, keyQuotas),
      ...createWebhookHandlers(context),
      ...createDeliveryHandlers(context),
      ...createMailHandlers(context),
      ...createCalendarHandlers(context),
      ...createHistoryHandlers(context),
      ...createAuditHandlers(context),
      ...createSavedAddressHandlers(context),
      ...createDownloadHandlers(
        context,
        async (request) => (await findSession(cookie.read(request) ?? '', false)) !== undefined,
      ),
      ...findHandlers,
    },
    authenticators: [
      authenticateKeys(createSignInSearch(database), { affiliate: signInsMax, workspace: signInsMax }),
      authenticatePasskeys(createPasskeySearch(database, 'operator'), place),
      authenticateSessions({ cookie, place, findSession }),
      authenticateVisitors(place, visitors),
    ],
  })
  const handleWait = createServer({
    ...shared,
    // Neither counted in the database nor a use of the session: what waits must change nothing itself.
    quota: createMemoryQuota(() => performance.now()),
    operations: { awaitChange },
    handlers: createChangeHandlers(changes),
    authenticators: [
      authenticateSessions({ cookie, place, findSession: (token) => findSession(token, false) }),
    ],
  })
  return async (request: PlainRequest): Promise<PlainResponse | undefined> => {
    const path = pathOf(request)
    if (path === awaitChange.path) return await handleWait(request)
    return path.startsWith(start) ? await handle(request) : undefined
  }
}

/** What is shown and done of members, shops and money. */
const createRecordHandlers = (context: ConsoleContext) => ({
  ...createOverviewHandlers(context),
  ...createMemberHandlers(context),
  ...createPayeeHandlers(context),
  ...createMemberPeopleHandlers(context),
  ...createErasureHandlers(context),
  ...createProposalHandlers(context),
  ...createCaseHandlers(context),
  ...createCommissionHandlers(context),
  ...createReferralHandlers(context),
  ...createShopHandlers(context),
  ...createProgramHandlers(context),
  ...createInvitationHandlers(context),
  ...createMaterialHandlers(context),
  ...createLinkHandlers(context),
  ...createPayoutRunHandlers(context),
  ...createPayoutFileHandlers(context),
  ...createPayoutHandlers(context),
})
