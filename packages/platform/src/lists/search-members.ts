import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/database.ts'
import { matchesSearch } from './page-filters.ts'

/** Of so many memberships each has its own part of a page; a page of more is searched record by record. */
const membersMax = 100

/** An app with more memberships has its pages searched record by record, unless the first so many match often enough. */
const membersLookedAtMax = 50_000

/** Where to search: the filters that are of the membership. */
export interface MemberSearch {
  readonly search: string
  readonly programId?: string | undefined
  readonly membershipId?: string | undefined
}

// The condition on the membership is a text of its own: as an alternative to null it would use no index.
const toStatement = (isOneMember: boolean): Statement => ({
  name: isOneMember ? 'search_one_member' : 'search_members',
  isSlow: !isOneMember,
  text: `
    select looked.id, looked.position = ${membersLookedAtMax} as is_last
    from (
      select id, program_id, member_name, row_number() over (order by id) as position
      from memberships
      where workspace_id = $1 and app_id = $2 and ${isOneMember ? 'id = $5::uuid' : '$5::uuid is null'}
      order by id
      limit ${membersLookedAtMax}
    ) looked
    where ($4::uuid is null or looked.program_id = $4)
      and (${matchesSearch(['looked.member_name'], 3)} or looked.program_id in (
        select id from programs where workspace_id = $1 and app_id = $2 and ${matchesSearch(['name'], 3)}
      ))
      or looked.position = ${membersLookedAtMax}
    limit ${membersMax + 1}`,
})

const statements = { one: toStatement(true), any: toStatement(false) }

/**
 * Finds the memberships whose own name or program's name contains a text.
 *
 * @returns their ids, or `undefined` when there are, or may be, more than a hundred
 */
export async function searchMembers(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  { search, programId, membershipId }: MemberSearch,
): Promise<readonly string[] | undefined> {
  const found = await database.query<{ readonly id: string; readonly is_last: boolean }>(
    membershipId === undefined ? statements.any : statements.one,
    [workspaceId, appId, search, programId ?? null, membershipId ?? null],
  )
  if (found.length > membersMax || found.some(({ is_last }) => is_last)) return undefined
  return found.map(({ id }) => id)
}
