import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/database.ts'
import { matchesSearch } from './page-filters.ts'

/** Of so many memberships each has its own part of a page; a page of more is searched record by record. */
const membersMax = 100

/** An app with so many memberships has its pages searched record by record, unless the newest match often enough. */
const tooManyMembers = 50_000

/** Of so many a common text has its hundred, and an app with fewer has no others. */
const newestMax = 1000

/** Where to search: the filters that are of the membership. */
export interface MemberSearch {
  readonly search: string
  readonly programId?: string | undefined
  readonly membershipId?: string | undefined
}

interface Member {
  readonly id: string
  /** Whether it is the last that was looked at: of those after it nothing is known. */
  readonly is_last: boolean
}

const ofApp = 'from memberships where workspace_id = $1 and app_id = $2'

const isMatch = `
    ($4::uuid is null or looked.program_id = $4)
    and (${matchesSearch(['looked.member_name'], 3)} or looked.program_id in (
      select id from programs where workspace_id = $1 and app_id = $2 and ${matchesSearch(['name'], 3)}
    ))`

const oneStatement: Statement = {
  name: 'search_one_member',
  text: `
    select id, false as is_last
    from (select id, program_id, member_name ${ofApp} and id = $5::uuid) looked
    where ${isMatch}`,
}

const newestStatement: Statement = {
  name: 'search_newest_members',
  isSlow: true,
  text: `
    select looked.id, looked.position = ${newestMax} as is_last
    from (
      select id, program_id, member_name, row_number() over (order by created_at desc, id desc) as position
      ${ofApp}
      order by created_at desc, id desc
      limit ${newestMax}
    ) looked
    where ${isMatch} or looked.position = ${newestMax}
    limit ${membersMax + 1}`,
}

// Of an index alone, which takes a tenth of the time of comparing as many names.
const tooManyStatement: Statement = {
  name: 'search_too_many_members',
  isSlow: true,
  text: `select ${ofApp} order by id offset ${tooManyMembers - 1} limit 1`,
}

// The order and the constant limit leave the planner one index to read.
const allStatement: Statement = {
  name: 'search_members',
  isSlow: true,
  text: `
    select looked.id, false as is_last
    from (select id, program_id, member_name ${ofApp} order by id limit ${tooManyMembers}) looked
    where ${isMatch}
    limit ${membersMax + 1}`,
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
    return toIds(await database.query<Member>(oneStatement, [...values, membershipId]))
  }
  const newest = await database.query<Member>(newestStatement, values)
  if (newest.length > membersMax || !newest.some(({ is_last }) => is_last)) return toIds(newest)
  const tooMany = await database.query(tooManyStatement, [workspaceId, appId])
  return tooMany.length > 0 ? undefined : toIds(await database.query<Member>(allStatement, values))
}

const toIds = (members: readonly Member[]): readonly string[] | undefined =>
  members.length > membersMax ? undefined : members.map(({ id }) => id)
