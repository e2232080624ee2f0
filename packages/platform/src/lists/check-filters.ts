import type { ListQuery } from '@affiliate-platform/contract'
import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'

const checkFiltersStatement: Statement = {
  name: 'lists_check_filters',
  text: `
    select
      ($3::uuid is null or exists (
        select from programs where workspace_id = $1 and app_id = $2 and id = $3
      ))
      and ($4::uuid is null or exists (
        select from groups where workspace_id = $1 and app_id = $2 and id = $4
      ))
      and ($5::uuid is null or exists (
        select from memberships where workspace_id = $1 and app_id = $2 and id = $5
      ))
      and ($6::uuid is null or exists (
        select from payouts where workspace_id = $1 and app_id = $2 and id = $6
      )) as are_accessible`,
}

/** Whether the records that the filters name all belong to the app (interface 5 rule 3). */
export async function areFiltersAccessible(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  { programId, groupId, membershipId, payoutId }: ListQuery,
): Promise<boolean> {
  const ids = [programId, groupId, membershipId, payoutId]
  if (ids.every((id) => id === undefined)) return true
  const values = [workspaceId, appId, ...ids.map((id) => id ?? null)]
  const [row] = await database.query<{ are_accessible: boolean }>(checkFiltersStatement, values)
  return row?.are_accessible === true
}
