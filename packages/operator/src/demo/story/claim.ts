import { fileClaim } from '@affiliate-platform/platform/attribution'
import type { Database } from '@affiliate-platform/platform/database'
import { at } from '../structure.ts'
import type { Story } from './build-story.ts'
import { listUnexplained } from './cases.ts'

/** Files what Mia claims in the portal, for somebody to decide. */
export async function fileMiasClaim(
  database: Database,
  { places, members, shops, clock }: Story,
): Promise<void> {
  const unexplained = listUnexplained(shops)
  const { domain: shopDomain, installedDay } = at(unexplained, unexplained.length - 3)
  const filed = await fileClaim(database, {
    ...{ workspaceId: places.keys.workspace_id, membershipId: at(members, 0).id, shopDomain },
    reason: 'I chose the app with the owner, in a call about their reviews',
    occurredAtMs: clock.at(installedDay - 2),
    actor: `member:${places.miaId}`,
  })
  if (!filed.ok) throw new Error(filed.rejection)
}
