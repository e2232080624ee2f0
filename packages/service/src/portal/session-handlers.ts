import type { memberOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers, invalidCredential } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  endSession,
  findAccount,
  listOwnMemberships,
  useSignInLink,
} from '@affiliate-platform/platform/people'
import { findWorkspace } from '@affiliate-platform/platform/workspaces'
import type { PortalContext } from './portal-context.ts'

type SessionOperations = Pick<typeof memberOperations, 'signInMember' | 'signOutMember' | 'readMemberSession'>

/** Signs members in and out, and says who is signed in. */
export function createMemberSessionHandlers({ database, cookie }: PortalContext) {
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

    readMemberSession: async ({ caller: { workspaceId, lineageId: accountId } }) => {
      const [account, workspace, memberships] = await Promise.all([
        findAccount(database, { workspaceId, accountId }),
        findWorkspace(database, workspaceId),
        listOwnMemberships(database, { workspaceId, accountId }),
      ])
      if (account === undefined || workspace === undefined) throw accessDenied()
      const { name, email } = account
      return {
        value: {
          account: { name, email },
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
