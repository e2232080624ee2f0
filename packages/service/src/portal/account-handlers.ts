import { memberMailKinds, type memberOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { listUnwantedMail, saveMailChoice } from '@affiliate-platform/platform/outbox'
import { createOwnSessions } from '../console/own-sessions.ts'
import type { PortalContext } from './portal-context.ts'

type AccountOperations = Pick<
  typeof memberOperations,
  | 'listMemberSessions'
  | 'endMemberSession'
  | 'endOtherMemberSessions'
  | 'listMemberMailChoices'
  | 'setMemberMailChoice'
>

/** Shows members where they are signed in and what mail they get, and lets them end the one and do without the other. */
export function createAccountHandlers({ database, cookie }: PortalContext) {
  const { list, end, endOthers } = createOwnSessions(database, cookie, 'member')
  return {
    listMemberSessions: list,
    endMemberSession: end,
    endOtherMemberSessions: endOthers,

    listMemberMailChoices: async ({ caller: { workspaceId, lineageId: recipientId } }) => {
      const unwanted = await listUnwantedMail(database, { workspaceId, recipientId })
      const items = memberMailKinds.map((kind) => ({ kind, isWanted: !unwanted.includes(kind) }))
      return { value: { items } }
    },

    setMemberMailChoice: async ({ caller: { workspaceId, lineageId: recipientId }, body }) => {
      const { kind, isWanted } = body
      await saveMailChoice(database, { workspaceId, recipientId, kind }, isWanted)
      return { value: {} }
    },
  } satisfies Handlers<AccountOperations, RequestContext>
}
