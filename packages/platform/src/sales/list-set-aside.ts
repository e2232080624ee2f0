import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import type { SetAsideReason } from './app-transaction.ts'

/** A row that was read and not understood to the last digit. */
export interface SetAsideRecord {
  readonly platformId: string
  readonly reason: SetAsideReason
  /** The fields that decide, as they were sent. */
  readonly copy: Readonly<Record<string, string | null>>
  readonly runId: string
  readonly createdAt: Date
}

const listStatement: Statement = {
  name: 'sales_list_set_aside',
  text: `
    select platform_id as "platformId", reason, copy, run_id as "runId", created_at as "createdAt"
    from rows_set_aside
    where workspace_id = $1 and app_id = $2 and ($3::text is null or platform_id > $3)
    order by platform_id, reason
    limit $4`,
}

/** Lists the rows that imports set aside, by their ids. */
export async function listSetAside(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  { after, limit }: ListPage,
): Promise<readonly SetAsideRecord[]> {
  return await database.query<SetAsideRecord>(listStatement, [workspaceId, appId, after ?? null, limit])
}
