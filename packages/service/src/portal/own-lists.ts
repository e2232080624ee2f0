import { accessDenied, type ListSource } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { findMembership } from '@affiliate-platform/platform/memberships'
import { type Asked, readFullPage } from '../console/read-pages.ts'
import { findMember, type PortalContext } from './portal-context.ts'

/** A request for a page of what the member of its path has. */
type OwnAsked = Asked & { readonly pathId: string }

/** Creates how lists are read of one member alone, whom the caller acts for. */
export function createOwnLists({ database, cursors }: Pick<PortalContext, 'database' | 'cursors'>) {
  return {
    readPage: async <Row>(
      name: string,
      source: ListSource<Row, RequestContext>,
      { caller, context, query, pathId }: OwnAsked,
    ) => {
      const { workspaceId, membershipId } = findMember(caller, pathId)
      const membership = await findMembership(database, { workspaceId, id: membershipId })
      if (membership === undefined) throw accessDenied()
      const app = { workspaceId, appId: membership.appId }
      const asked = { caller, context, query: { ...query, membershipId } }
      return await readFullPage({ name, source, app, cursors }, asked)
    },
  }
}
