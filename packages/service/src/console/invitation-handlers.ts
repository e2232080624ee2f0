import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  listInvitations,
  type SendRejection,
  sendInvitation,
  withdrawInvitation,
} from '@affiliate-platform/platform/invitations'
import { type ConsoleContext, readNaming } from './console-context.ts'

type InvitationOperations = Pick<
  typeof consoleOperations,
  'listInvitations' | 'sendInvitation' | 'withdrawInvitation'
>

const shownMax = 100

const rejections: Readonly<Record<Exclude<SendRejection, 'unknown_program'>, string>> = {
  closed_program: 'The program is closed: it takes no members.',
  unknown_group: 'The program has no such group, or is closed.',
  member_already: 'Somebody with this address acts for a member of the program already.',
}

const followed = 'They have signed in since. Remove them on the page of the member.'

/** Invites people to a program, and withdraws what nobody has followed. */
export function createInvitationHandlers(context: ConsoleContext) {
  const { database } = context
  return {
    listInvitations: async ({ caller: { workspaceId }, pathId: programId }) => {
      const page = { after: undefined, limit: shownMax }
      const invitations = await listInvitations(database, { workspaceId, programId }, page)
      const inviters = invitations.map(({ actor }) => actor)
      const nameOf = await readNaming(context, workspaceId, inviters)
      const items = invitations.map(({ id, name, email, groupName, membershipId, invitedAt, actor }) => ({
        ...{ id, name, email, groupName, membershipId },
        ...{ invitedAt: invitedAt.toISOString(), by: nameOf(actor) },
      }))
      return { value: { items } }
    },

    sendInvitation: async ({ caller: { workspaceId, actor }, pathId: programId, body }) => {
      const sent = await sendInvitation(actAs(database, actor), { workspaceId, programId, ...body })
      if (sent.ok) return { value: { rejected: null } }
      if (sent.rejection === 'unknown_program') throw accessDenied()
      return { value: { rejected: rejections[sent.rejection] } }
    },

    withdrawInvitation: async ({ caller: { workspaceId, actor }, pathId: invitationId }) => {
      const withdrawn = await withdrawInvitation(actAs(database, actor), { workspaceId, invitationId })
      if (withdrawn.ok) return { value: { rejected: null } }
      if (withdrawn.rejection === 'unknown_invitation') throw accessDenied()
      return { value: { rejected: followed } }
    },
  } satisfies Handlers<InvitationOperations, RequestContext>
}
