import { roles } from '@affiliate-platform/contract/console'
import type { Database } from '@affiliate-platform/platform/database'
import {
  issueSignInLink,
  listAccounts,
  listOperators,
  listOwnMemberships,
} from '@affiliate-platform/platform/people'
import { findWorkspace } from '@affiliate-platform/platform/workspaces'
import type { SignInOffer } from '@affiliate-platform/service'

// More than a demo has.
const peopleMax = 100

/**
 * Makes a sign-in link for each operator of a workspace of the demo, whoever may do most first: who is at this machine may
 * be any of them.
 */
export async function offerSignIns(database: Database, workspaceId: string): Promise<readonly SignInOffer[]> {
  const [workspace, accounts] = await Promise.all([
    findWorkspace(database, workspaceId),
    listOperators(database, workspaceId),
  ])
  const offers = await Promise.all(
    accounts.map(async ({ id: accountId, name, role }) => {
      const link = await issueSignInLink(database, { workspaceId, accountId })
      return link && role && workspace && { workspace: workspace.name, name, role, token: link.token }
    }),
  )
  const those = offers.filter((offer) => offer !== undefined && offer !== null)
  return those.toSorted((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role))
}

/** Makes a sign-in link for each person who acts for a member of a workspace of the demo. */
export async function offerMembers(database: Database, workspaceId: string): Promise<readonly SignInOffer[]> {
  const [workspace, accounts] = await Promise.all([
    findWorkspace(database, workspaceId),
    listAccounts(database, workspaceId, { after: undefined, limit: peopleMax }),
  ])
  const offers = await Promise.all(
    accounts.map(async ({ id: accountId, name }) => {
      const link = await issueSignInLink(database, { workspaceId, accountId }, 'member')
      const [first] = await listOwnMemberships(database, { workspaceId, accountId })
      return (
        link && first && workspace && { workspace: workspace.name, name, role: first.name, token: link.token }
      )
    }),
  )
  return offers.filter((offer) => offer !== undefined)
}
