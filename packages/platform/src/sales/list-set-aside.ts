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
  /** Whether a row of that id was read since, or its sale moved. */
  readonly isSettled: boolean
}

const listStatement: Statement = {
  name: 'sales_list_set_aside',
  text: `
    select platform_id as "platformId", reason, copy, run_id as "runId", created_at as "createdAt",
      case reason
        when 'other_shop' then not exists (
          select from misplaced_sales
          where workspace_id = $1 and app_id = $2 and platform_id = aside.platform_id
        )
        else exists (
          select from app_transactions
          where workspace_id = $1 and app_id = $2 and platform_id = aside.platform_id and created_at > aside.created_at
        )
      end as "isSettled"
    from rows_set_aside aside
    where workspace_id = $1 and app_id = $2 and ($3::text is null or (platform_id, reason) > ($3, $4))
    order by platform_id, reason
    limit $5`,
}

/** Where a page of them ended. A row may be set aside for several reasons. */
export const toSetAsideKey = ({
  platformId,
  reason,
}: Pick<SetAsideRecord, 'platformId' | 'reason'>): string => `${reason} ${platformId}`

/** Lists the rows that imports set aside, by their ids. */
export async function listSetAside(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  { after, limit }: ListPage,
): Promise<readonly SetAsideRecord[]> {
  const [reason = null, ...words] = after?.split(' ') ?? []
  const platformId = reason === null ? null : words.join(' ')
  return await database.query<SetAsideRecord>(listStatement, [workspaceId, appId, platformId, reason, limit])
}
