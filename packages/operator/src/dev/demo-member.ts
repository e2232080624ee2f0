import type { Database } from '@affiliate-platform/platform/database'
import { inviteMember } from '@affiliate-platform/platform/people'
import type { Demo } from '../demo/seed.ts'

/** Who acts for the member whose link an example app follows, and sees in the portal what comes of it. */
const theo = { name: 'Theo', email: 'theo@demo-app.example' }

/** Lets somebody act for the member of the demo's link, unless they do already. */
export async function addDemoMember(
  database: Database,
  { ids: { workspaceId, membershipId } }: Pick<Demo, 'ids'>,
): Promise<void> {
  await inviteMember(database, { workspaceId, membershipId, ...theo })
}
