import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { findMembership } from '@affiliate-platform/platform/memberships'
import {
  inviteMember,
  issueSignInLink,
  listMembershipPeople,
  removeMember,
  viewAsMember,
} from '@affiliate-platform/platform/people'
import type { ConsoleContext } from './console-context.ts'

type MemberPeopleOperations = Pick<
  typeof consoleOperations,
  'listMemberPeople' | 'inviteToPortal' | 'removeFromPortal' | 'issueMemberLink' | 'viewAsMember'
>

/** Says who acts for a member in the portal, signs them in, and shows what they see. */
export function createMemberPeopleHandlers({ database }: ConsoleContext) {
  const read = async (workspaceId: string, membershipId: string) => {
    const membership = await findMembership(database, { workspaceId, id: membershipId })
    if (membership === undefined) throw accessDenied()
    const people = await listMembershipPeople(database, { workspaceId, membershipId })
    return { items: people.map(({ since, ...person }) => ({ ...person, since: since.toISOString() })) }
  }
  return {
    listMemberPeople: async ({ caller: { workspaceId }, pathId }) => ({
      value: await read(workspaceId, pathId),
    }),

    inviteToPortal: async ({ caller: { workspaceId, actor }, pathId: membershipId, body }) => {
      await read(workspaceId, membershipId)
      await inviteMember(actAs(database, actor), { workspaceId, membershipId, ...body })
      return { value: await read(workspaceId, membershipId) }
    },

    removeFromPortal: async ({ caller: { workspaceId, actor }, pathId: membershipId, body }) => {
      const removed = await removeMember(actAs(database, actor), { workspaceId, membershipId, ...body })
      if (removed === undefined) throw accessDenied()
      return { value: await read(workspaceId, membershipId) }
    },

    issueMemberLink: async ({ caller: { workspaceId, actor }, pathId, body: { accountId }, header }) => {
      const { items } = await read(workspaceId, pathId)
      const isMember = items.some(({ id }) => id === accountId)
      const issued =
        isMember && (await issueSignInLink(actAs(database, actor), { workspaceId, accountId }, 'member'))
      if (!issued) throw accessDenied()
      // A session acts from the console's own origin alone, so that is where the portal is.
      const url = `${new URL('/portal/sign-in', header('origin'))}#${issued.token}`
      return { value: { url, expiresAt: issued.expiresAt.toISOString() } }
    },

    viewAsMember: async ({ caller: { workspaceId, actor }, pathId: membershipId }) => {
      await read(workspaceId, membershipId)
      const view = await viewAsMember(database, { workspaceId, membershipId, actor })
      return { value: { view: view ? { id: view.id, expiresAt: view.expiresAt.toISOString() } : null } }
    },
  } satisfies Handlers<MemberPeopleOperations, RequestContext>
}
