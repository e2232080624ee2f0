import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/database.ts'
import { matchesSearch, smallestId } from './page-filters.ts'

/** Of so many memberships each has its own part of a page; a page of more is searched record by record. */
const membersMax = 100

/** An app with so many memberships has its pages searched record by record, unless the newest match often enough. */
const tooManyMembers = 50_000

/** So many names are compared by a statement, which keeps a processor of the server busy for 1 to 3 ms (D178). */
const sliceMax = 2000

/** Where to search: the filters that are of the membership. */
export interface MemberSearch {
  readonly search: string
  readonly programId?: string | undefined
  readonly membershipId?: string | undefined
}

/** A membership that was looked at. */
interface Member {
  readonly id: string
  readonly created_at: Date
  readonly is_match: boolean
  /** Whether it is the last of its slice. */
  readonly is_last: boolean
}

const ofApp = 'from memberships where workspace_id = $1 and app_id = $2'

const isMatch = `(
    ($4::uuid is null or program_id = $4)
    and (${matchesSearch(['member_name'], 3)} or program_id in (
      select id from programs where workspace_id = $1 and app_id = $2 and ${matchesSearch(['name'], 3)}
    )))`

const oneStatement: Statement = {
  name: 'search_one_member',
  text: `select id ${ofApp} and id = $5::uuid and ${isMatch}`,
}

// The order and the constant limit leave the planner one index to read.
const sliceStatement: Statement = {
  name: 'search_members',
  isSlow: true,
  text: `
    select id, created_at, is_match, position = ${sliceMax} as is_last
    from (
      select id, created_at, ${isMatch} as is_match, row_number() over (order by created_at desc, id desc) as position
      from (
        select id, program_id, member_name, created_at ${ofApp} and (created_at, id) < ($5, $6::uuid)
        order by created_at desc, id desc
        limit ${sliceMax}
      ) sliced
    ) looked
    where is_match or position = ${sliceMax}
    limit ${membersMax + 1}`,
}

// Of an index alone, which takes a tenth of the time of comparing as many names.
const tooManyStatement: Statement = {
  name: 'search_too_many_members',
  isSlow: true,
  text: `select ${ofApp} order by id offset ${tooManyMembers - 1} limit 1`,
}

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
  const values = [workspaceId, appId, search, programId ?? null]
  if (membershipId !== undefined) {
    return toIds(await database.query<Pick<Member, 'id'>>(oneStatement, [...values, membershipId]))
  }
  const found: Member[] = []
  let before: readonly unknown[] = ['infinity', smallestId]
  for (let slice = 0; found.length <= membersMax; slice += 1) {
    const looked = await database.query<Member>(sliceStatement, [...values, ...before])
    found.push(...looked.filter(({ is_match }) => is_match))
    const last = looked.find(({ is_last }) => is_last)
    if (last === undefined) break
    // A common text has its hundred among the newest, and a small app has no others.
    if (slice === 0 && (await database.query(tooManyStatement, [workspaceId, appId])).length > 0)
      return undefined
    before = [last.created_at, last.id]
  }
  return toIds(found)
}

const toIds = (members: readonly Pick<Member, 'id'>[]): readonly string[] | undefined =>
  members.length > membersMax ? undefined : members.map(({ id }) => id)
