import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import {
  type DecisionRejection,
  decideApplication,
  listApplications,
} from '@affiliate-platform/platform/applications'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  closeProgram,
  listShownPrograms,
  readProgram,
  reopenProgram,
  updateProgram,
} from '@affiliate-platform/platform/programs'
import { type ConsoleContext, readNaming } from './console-context.ts'

type ProgramOperations = Pick<
  typeof consoleOperations,
  | 'searchPrograms'
  | 'readProgram'
  | 'setPublicPage'
  | 'closeProgram'
  | 'reopenProgram'
  | 'listApplications'
  | 'decideApplication'
>

const shownMax = 100

const rejections: Readonly<Record<Exclude<DecisionRejection, 'unknown_application'>, string>> = {
  decided_already: 'Somebody has decided this application already.',
  closed_program: 'The program is closed: it takes no members.',
  unknown_group: 'The program has no such group, or is closed.',
}

/** Shows programs, opens their public pages, and decides who is taken in. */
export function createProgramHandlers(context: ConsoleContext) {
  const { database } = context
  return {
    searchPrograms: async ({ caller: { workspaceId } }) => ({
      value: { items: await listShownPrograms(database, workspaceId) },
    }),

    readProgram: async ({ caller: { workspaceId }, pathId: id }) => {
      const program = await readProgram(database, { workspaceId, id })
      if (program === undefined) throw accessDenied()
      const { closedAt, closedReason, ...shown } = program
      const closed = closedAt && { at: closedAt.toISOString(), reason: closedReason }
      return { value: { ...shown, closed } }
    },

    setPublicPage: async ({ caller: { workspaceId, actor }, pathId: id, body: { isOpen } }) => {
      const changes = { hasPublicPage: isOpen }
      const program = await updateProgram(actAs(database, actor), { workspaceId, id }, changes)
      if (program === undefined) throw accessDenied()
      return { value: {} }
    },

    closeProgram: async ({ caller: { workspaceId, actor }, pathId: id, body: { reason } }) => {
      const program = await closeProgram(actAs(database, actor), { workspaceId, id, reason })
      if (program === undefined) throw accessDenied()
      return { value: {} }
    },

    reopenProgram: async ({ caller: { workspaceId, actor }, pathId: id }) => {
      const program = await reopenProgram(actAs(database, actor), { workspaceId, id })
      if (program === undefined) throw accessDenied()
      return { value: {} }
    },

    listApplications: async ({ caller: { workspaceId }, pathId: programId }) => {
      const filter = { workspaceId, programId, state: undefined }
      const applications = await listApplications(database, filter, { after: undefined, limit: shownMax })
      const deciders = applications.map((application) => application.actor)
      const nameOf = await readNaming(context, workspaceId, deciders)
      const items = applications.map(({ id, name, email, words, state, createdAt, ...decided }) => ({
        ...{ id, name, email, words, state, createdAt: createdAt.toISOString() },
        decidedAt: decided.decidedAt?.toISOString() ?? null,
        by: decided.actor === null ? null : nameOf(decided.actor),
        ...{ reason: decided.reason, membershipId: decided.membershipId },
      }))
      return { value: { items } }
    },

    decideApplication: async ({ caller: { workspaceId, actor }, pathId: applicationId, body }) => {
      const groupId = body.state === 'approved' ? body.groupId : null
      const { state, reason } = body
      const decision = { workspaceId, applicationId, state, groupId, reason, actor }
      const decided = await decideApplication(actAs(database, actor), decision)
      if (decided.ok) return { value: { rejected: null } }
      if (decided.rejection === 'unknown_application') throw accessDenied()
      return { value: { rejected: rejections[decided.rejection] } }
    },
  } satisfies Handlers<ProgramOperations, RequestContext>
}
