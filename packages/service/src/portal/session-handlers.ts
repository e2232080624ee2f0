import type { memberOperations } from '@affiliate-platform/contract/console'
import {
  accessDenied,
  type Caller,
  type Handlers,
  invalidCredential,
} from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  endSession,
  findAccount,
  findMemberView,
  listOwnMemberships,
  useSignInLink,
} from '@affiliate-platform/platform/people'
import { findWorkspace } from '@affiliate-platform/platform/workspaces'
import { type PortalContext, reachOf } from './portal-context.ts'

type SessionOperations = Pick<typeof memberOperations, 'signInMember' | 'signOutMember' | 'readMemberSession'>

/** Signs members in and out, and says who is signed in. */
export function createMemberSessionHandlers({ database, cookie, passkeys }: PortalContext) {
  async function readView({ workspaceId, id, actor, lineageId: accountId }: Caller) {
    const [view, operator] = await Promise.all([
      findMemberView(database, { workspaceId, id, actor }),
      findAccount(database, { workspaceId, accountId }),
    ])
    if (view === undefined || operator === undefined) throw accessDenied()
    return { by: operator.name, until: view.expiresAt.toISOString() }
  }

  return {
    signInMember: async ({ caller }) => {
      const session = await useSignInLink(database, caller, 'member')
      // Another press of the same button was faster.
      if (session === undefined) throw invalidCredential([caller.source])
      return { value: {}, headers: { 'Set-Cookie': cookie.write(session.token, session.expiresAt) } }
    },

    signOutMember: async ({ caller }) => {
      await endSession(database, caller)
      return { value: {}, headers: { 'Set-Cookie': cookie.clear() } }
    },

    readMemberSession: async ({ caller, header }) => {
      const { workspaceId, membershipIds, accountId } = reachOf(caller)
      const [account, workspace, own, view] = await Promise.all([
        findAccount(database, { workspaceId, accountId }),
        findWorkspace(database, workspaceId),
        listOwnMemberships(database, { workspaceId, accountId }),
        caller.source === 'member_view' ? readView(caller) : null,
      ])
      if (account === undefined || workspace === undefined) throw accessDenied()
      const memberships = own.filter(({ id }) => membershipIds.includes(id))
      const { name, email } = account
      return {
        value: {
          account: { name, email: view === null ? email : null },
          view,
          hasPasskeys: passkeys.findParty({ header }) !== undefined,
          memberships: memberships.map(({ id, name, programName, appName }) => ({
            id,
            name,
            programName,
            appName,
          })),
          workspace: { name: workspace.name, timeZone: workspace.timeZone },
        },
      }
    },
  } satisfies Handlers<SessionOperations, RequestContext>
}
