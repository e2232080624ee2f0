import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  type Account,
  findAccount,
  grantRole,
  invitePerson,
  issueSignInLink,
  type ListedPasskey,
  type ListedSession,
  listOperators,
  listPasskeys,
  listSessions,
  signOutEverywhere,
} from '@affiliate-platform/platform/people'
import type { ConsoleContext } from './console-context.ts'
import { createOwnSessions } from './own-sessions.ts'

type PeopleOperations = Pick<
  typeof consoleOperations,
  | 'listPeople'
  | 'invitePerson'
  | 'changeRole'
  | 'issueSignInLink'
  | 'endPersonSessions'
  | 'listOwnSessions'
  | 'endOwnSession'
  | 'endOtherSessions'
>

const keepsLastOwner = 'A workspace needs at least one owner. Make somebody else an owner first.'

/** Shows who the operators are, says what they may do, and signs them in and out. */
export function createPeopleHandlers({ database, cookie }: ConsoleContext) {
  const ownSessions = createOwnSessions(database, cookie, 'operator')
  const read = async (workspaceId: string, accountId: string) => {
    const [account, sessions, passkeys] = await Promise.all([
      findAccount(database, { workspaceId, accountId }),
      listSessions(database, { workspaceId, accountId }),
      listPasskeys(database, { workspaceId, accountId, audience: 'operator' }),
    ])
    if (account === undefined) throw accessDenied()
    return toPerson(account, sessions, passkeys)
  }
  return {
    listPeople: async ({ caller: { workspaceId } }) => {
      const [accounts, sessions, passkeys] = await Promise.all([
        listOperators(database, workspaceId),
        listSessions(database, { workspaceId, accountId: undefined }),
        listPasskeys(database, { workspaceId, accountId: undefined, audience: 'operator' }),
      ])
      return { value: { items: accounts.map((account) => toPerson(account, sessions, passkeys)) } }
    },

    invitePerson: async ({ caller: { workspaceId, actor }, body }) => {
      const invited = await invitePerson(actAs(database, actor), { workspaceId, ...body, actor })
      const { id, name, role } = invited.person
      const rejected = invited.ok ? null : `${name} has the role ${role} already. Change it in the list.`
      return { value: { person: await read(workspaceId, id), rejected } }
    },

    changeRole: async ({ caller: { workspaceId, actor }, pathId: accountId, body: { role } }) => {
      const granted = await grantRole(actAs(database, actor), { workspaceId, accountId }, { role, actor })
      const rejected = granted.ok ? null : keepsLastOwner
      return { value: { person: await read(workspaceId, accountId), rejected } }
    },

    issueSignInLink: async ({ caller: { workspaceId, actor }, pathId: accountId, header }) => {
      const { name } = await read(workspaceId, accountId)
      const issued = await issueSignInLink(actAs(database, actor), { workspaceId, accountId })
      if (issued === undefined) {
        return { value: { link: null, rejected: `${name} has no role. Give them one first.` } }
      }
      const { token, expiresAt } = issued
      // A session acts from the console's own origin alone, so that is where it is.
      const url = `${new URL('/console/sign-in', header('origin'))}#${token}`
      return { value: { link: { url, expiresAt: expiresAt.toISOString() }, rejected: null } }
    },

    endPersonSessions: async ({ caller: { workspaceId, actor }, pathId: accountId }) => {
      await read(workspaceId, accountId)
      const ended = await signOutEverywhere(actAs(database, actor), { workspaceId, accountId })
      return { value: { ended: ended.sessions, removed: ended.passkeys } }
    },

    listOwnSessions: ownSessions.list,
    endOwnSession: ownSessions.end,
    endOtherSessions: ownSessions.endOthers,
  } satisfies Handlers<PeopleOperations, RequestContext>
}

function toPerson(
  { createdAt, ...account }: Account,
  sessions: readonly ListedSession[],
  passkeys: readonly ListedPasskey[],
) {
  const own = sessions.filter(({ accountId }) => accountId === account.id)
  const lastUsed = own.map(({ usedAt }) => usedAt.toISOString()).toSorted()
  return {
    ...account,
    addedAt: createdAt.toISOString(),
    sessions: own.length,
    lastUsedAt: lastUsed.at(-1) ?? null,
    passkeys: passkeys.filter(({ accountId }) => accountId === account.id).length,
  }
}
