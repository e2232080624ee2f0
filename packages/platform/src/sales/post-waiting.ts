import type { Database, Statement } from '../database/statements/database.ts'
import { postPending, type UnpostedShop } from './import-sales.ts'

/** What was posted of a workspace, and the shops whose sales still wait. */
export interface WaitingPosting {
  readonly posted: number
  readonly unposted: readonly UnpostedShop[]
}

const listAppsStatement: Statement = {
  name: 'posting_list_waiting_apps',
  text: `
    select id as "appId" from apps
    where workspace_id = $1
      and exists (select from unposted_transactions queued where queued.workspace_id = $1 and queued.app_id = apps.id)
    order by id`,
}

/** Posts what imports of a workspace have stored and not posted, so that a payout run knows of it (D186). */
export async function postWaiting(
  database: Database,
  { workspaceId, actor }: { readonly workspaceId: string; readonly actor: string },
): Promise<WaitingPosting> {
  let posted = 0
  const unposted: UnpostedShop[] = []
  for (const { appId } of await database.query<{ appId: string }>(listAppsStatement, [workspaceId])) {
    const posting = await postPending(database, { workspaceId, appId, actor, runId: null })
    posted += posting.posted
    unposted.push(...posting.unposted)
  }
  return { posted, unposted }
}
