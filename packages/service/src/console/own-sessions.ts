import { accessDenied, type Caller } from '@affiliate-platform/contract/server'
import type { Database } from '@affiliate-platform/platform/database'
import {
  type Audience,
  endOtherSessions,
  endOwnSession,
  listSessions,
} from '@affiliate-platform/platform/people'
import type { SessionCookie } from './session-cookie.ts'

/** Creates what people do about their own sessions, in one half: those of the other half are not theirs here. */
export function createOwnSessions(database: Database, cookie: SessionCookie, audience: Audience) {
  return {
    list: async ({
      caller: { workspaceId, lineageId: accountId, id: current },
    }: {
      readonly caller: Caller
    }) => {
      const sessions = await listSessions(database, { workspaceId, accountId }, audience)
      const items = sessions.map(({ id, createdAt, usedAt }) => ({
        ...{ id, isCurrent: id === current },
        signedInAt: createdAt.toISOString(),
        lastUsedAt: usedAt.toISOString(),
      }))
      return { value: { items } }
    },

    end: async ({ caller, pathId: id }: { readonly caller: Caller; readonly pathId: string }) => {
      const { workspaceId, lineageId: accountId, id: current } = caller
      if (!(await endOwnSession(database, { workspaceId, accountId, id }, audience))) throw accessDenied()
      return { value: {}, ...(id === current && { headers: { 'Set-Cookie': cookie.clear() } }) }
    },

    endOthers: async ({ caller: { workspaceId, lineageId: accountId, id } }: { readonly caller: Caller }) => {
      await endOtherSessions(database, { workspaceId, accountId, id }, audience)
      return { value: {} }
    },
  }
}
