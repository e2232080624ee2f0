import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/database.ts'
import { matchesSearch } from './page-filters.ts'

/** Of so many memberships each has its own part of a page; a page of more is searched record by record. */
const membersMax = 100

/** An app with more memberships has its pages searched record by record, unless the first so many match often enough. */
const membersLookedAtMax = 50_000

/** Of so many a common text has its hundred, and an app with fewer has no others. */
const newestMax = 1000

/** Where to search: the filters that are of the membership. */
export interface MemberSearch {
  readonly search: string
  readonly programId?: string | undefined
  readonly membershipId?: string | undefined
}

/** Which memberships a statement looks at. */
interface Look {
  readonly name: string
  readonly isSlow?: boolean
  readonly condition?: string
  readonly order?: string
  readonly lookedAtMax?: number
}

// The condition on the membership is a text of its own: as an alternative to null it would use no index.
const toStatement = ({
  name,
  isSlow = false,
  condition = '$5::uuid is null',
  order = 'id',
  lookedAtMax = membersLookedAtMax,
}: Look): Statement => ({
  name,
  isSlow,
  text: `
    select looked.id, looked.position = ${lookedAtMax} as is_last
    from (
      select id, program_id, member_name, row_number() over (order by ${order}) as position
      from memberships
      where workspace_id = $1 and app_id = $2 and ${condition}
      order by ${order}
      limit ${lookedAtMax}
    ) looked
    where ($4::uuid is null or looked.program_id = $4)
      and (${matchesSearch(['looked.member_name'], 3)} or looked.program_id in (
        select id from programs where workspace_id = $1 and app_id = $2 and ${matchesSearch(['name'], 3)}
      ))
      or looked.position = ${lookedAtMax}
    limit ${membersMax + 1}`,
})

const oneStatement = toStatement({ name: 'search_one_member', condition: 'id = $5::uuid' })

/** The next one is asked where the one before it may have left out some. */
const anyStatements = [
  toStatement({ name: 'search_newest_members', order: 'created_at desc, id desc', lookedAtMax: newestMax }),
  toStatement({ name: 'search_members', isSlow: true }),
]

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
  const values = [workspaceId, appId, search, programId ?? null, membershipId ?? null]
  for (const statement of membershipId === undefined ? anyStatements : [oneStatement]) {
    const found = await database.query<{ readonly id: string; readonly is_last: boolean }>(statement, values)
    if (found.length > membersMax) return undefined
    if (!found.some(({ is_last }) => is_last)) return found.map(({ id }) => id)
  }
  return undefined
}
