import type { consoleOperations } from '@affiliate-platform/contract/console'
import { scopesOfRole } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers, invalidCredential } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { endSession, findAccount, useSignInLink } from '@affiliate-platform/platform/people'
import { findWorkspace } from '@affiliate-platform/platform/workspaces'
import type { ConsoleContext } from './console-context.ts'

type SessionOperations = Pick<typeof consoleOperations, 'signIn' | 'signOut' | 'readSession'>

/** Signs in and out, and says who is signed in. */
export function createSessionHandlers({ database, cookie, isDemo, passkeys }: ConsoleContext) {
  return {
    signIn: async ({ caller }) => {
      const session = await useSignInLink(database, caller)
      // Another press of the same button was faster.
      if (session === undefined) throw invalidCredential([caller.source])
      return { value: {}, headers: { 'Set-Cookie': cookie.write(session.token, session.expiresAt) } }
    },

    signOut: async ({ caller }) => {
      await endSession(database, caller)
      return { value: {}, headers: { 'Set-Cookie': cookie.clear() } }
    },

    readSession: async ({ caller: { workspaceId, lineageId: accountId }, header }) => {
      const [account, workspace] = await Promise.all([
        findAccount(database, { workspaceId, accountId }),
        findWorkspace(database, workspaceId),
      ])
      if (account === undefined || account.role === null || workspace === undefined) throw accessDenied()
      const { id, name, email, role } = account
      const hasPasskeys = passkeys.findParty({ header }) !== undefined
      const person = { account: { id, name, email }, role, scopes: scopesOfRole[role] }
      return { value: { ...person, workspace, isDemo, hasPasskeys } }
    },
  } satisfies Handlers<SessionOperations, RequestContext>
}
