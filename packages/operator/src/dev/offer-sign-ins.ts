import type { Database } from '@affiliate-platform/platform/database'
import { issueSignInLink, listAccounts } from '@affiliate-platform/platform/people'
import type { SignInOffer } from '@affiliate-platform/service'
import type { Demo } from '../demo/seed.ts'

/** Makes a sign-in link for each operator of the demo: whoever is at this machine may be any of them. */
export async function offerSignIns(
  database: Database,
  { ids: { workspaceId } }: Pick<Demo, 'ids'>,
): Promise<readonly SignInOffer[]> {
  const accounts = await listAccounts(database, workspaceId)
  const offers = await Promise.all(
    accounts.map(async ({ id: accountId, name, role }) => {
      const link = await issueSignInLink(database, { workspaceId, accountId })
      return link && role && { name, role, token: link.token }
    }),
  )
  return offers.filter((offer) => offer !== undefined && offer !== null)
}
