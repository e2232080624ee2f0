import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { foldCase } from '../database/statements/fold-case.ts'
import { matchesSearch } from './page-filters.ts'

/** Of so many programs, memberships and referrals each has its own part of a page. */
export const partsMax = 300

/** So many of the newest names are looked at first: a common text has more than enough there. */
const newestMax = 2 * partsMax

/** What a text is found in, by its ids. */
export interface Named {
  readonly programs: readonly string[]
  readonly members: readonly string[]
  readonly referrals: readonly string[]
}

interface NamedSearch {
  readonly search: string
  /** The one membership that counts, if it is one. */
  readonly membershipId?: string | undefined
  /** Whether records are found by the domains of shops too. */
  readonly isByReferral: boolean
}

/**
 * Finds the programs, memberships and referrals whose name or domain contains a text.
 *
 * @returns `undefined` when there are more than `partsMax`
 */
export async function searchNames(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  { search, membershipId, isByReferral }: NamedSearch,
): Promise<Named | undefined> {
  const values = [workspaceId, appId, search, ...(membershipId === undefined ? [] : [membershipId])]
  const statement = toStatement(membershipId !== undefined, isByReferral)
  const [found] = await database.query<{ [Kind in keyof Named]: Named[Kind] | null }>(statement, values)
  const { programs, members, referrals } = found ?? {}
  if (!programs || !members || !referrals) return undefined
  const count = programs.length + members.length + referrals.length
  return count > partsMax ? undefined : { programs, members, referrals }
}

function toStatement(isOfOne: boolean, isByReferral: boolean): Statement {
  const members = isOfOne
    ? `array(
      select id from memberships
      where workspace_id = $1 and app_id = $2 and id = $4::uuid and ${matchesSearch(['member_name'], 3)}
    )`
    : toNamed('memberships', 'member_name')
  return {
    name: `find_named${isOfOne ? '_member' : ''}${isByReferral ? '_by_referral' : ''}`,
    isSlow: true,
    text: `
    select array(
      select id from programs where workspace_id = $1 and app_id = $2 and ${matchesSearch(['name'], 3)}
      limit ${partsMax + 1}
    ) as programs, ${members} as members,
    ${isByReferral ? toNamed('referrals', 'shop_domain') : `'{}'::uuid[]`} as referrals`,
  }
}

/**
 * The ids of a table's records whose name contains the text, null if the newest show that there are too many. The index is
 * asked twice, once for one pair of letters: of so few records the planner does not look for a second index to combine it
 * with. The app is checked behind: without statistics an index of the app would look as good.
 */
function toNamed(table: 'memberships' | 'referrals', name: string): string {
  const grams = `name_grams($1::uuid, $2::uuid, $3::text, least(2, length(${foldCase('$3')})))`
  const own = `name_grams(workspace_id, app_id, ${name}, 1)`
  const matches = matchesSearch([name], 3)
  return `case
      when (
        select count(*) <= ${partsMax} from (
          select ${name} from ${table} where workspace_id = $1 and app_id = $2
          order by created_at desc, id desc limit ${newestMax}
        ) newest
        where ${matches}
      ) then array(
        select id from (
          select id, app_id from ${table}
          where workspace_id = $1 and ${own} @> (select ${grams}) and ${own} @> (select (${grams})[1:1])
            and ${matches}
          offset 0
        ) named
        where app_id = $2
        limit ${partsMax + 1}
      )
    end`
}
