import { roles } from '@affiliate-platform/contract/console'
import type { Database } from '@affiliate-platform/platform/database'
import { issueSignInLink, listAccounts } from '@affiliate-platform/platform/people'
import { findWorkspace } from '@affiliate-platform/platform/workspaces'
import type { SignInOffer } from '@affiliate-platform/service'

/**
 * Makes a sign-in link for each operator of a workspace of the demo, whoever may do most first: who is at this machine may
 * be any of them.
 */
export async function offerSignIns(database: Database, workspaceId: string): Promise<readonly SignInOffer[]> {
  const [workspace, accounts] = await Promise.all([
    findWorkspace(database, workspaceId),
    listAccounts(database, workspaceId),
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
