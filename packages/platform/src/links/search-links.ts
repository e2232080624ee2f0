import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import { type Link, linkColumns, linkJoins } from './store.ts'

/** So many clicks of a link are counted in a list at most. */
export const countedClicksMax = 1000

/** A link of an app, with its clicks as far as they are counted. */
export interface FoundLink extends Link {
  /** Those of the last 30 days, not counting bots: `countedClicksMax` and one more at most. */
  readonly clicks: number
}

/** Which links of an app. */
export interface LinkFilter extends AppScope {
  readonly membershipId: string | undefined
  /** As it is shown, or in other letters. */
  readonly code: string | undefined
}

// The clicks of those alone that are listed, along their index: the order leads there.
const toStatement = (name: string, filter: string): Statement => ({
  name: `link_search_${name}`,
  text: `
    select ${linkColumns}, (
      select count(*)::integer
      from (
        select from clicks click
        where click.workspace_id = $1 and click.link_id = link.id and click.occurred_at > now() - interval '30 days'
        order by click.occurred_at desc
        limit ${countedClicksMax + 1}
      ) followed
    ) as clicks
    from (
      select *
      from links
      where workspace_id = $1 and app_id = $2 and ($3::uuid is null or id < $3) ${filter}
      order by id desc
      limit $4
    ) link
    ${linkJoins}
    order by link.id desc`,
})

const ofApp = toStatement('app', '')
const ofMembership = toStatement('membership', 'and membership_id = $5')
const ofCode = toStatement('code', 'and lower(code) = lower($5)')

/** Lists links of an app, newest first: a page costs the same however often they were followed. */
export async function searchLinks(
  database: Queryable,
  { workspaceId, appId, membershipId, code }: LinkFilter,
  { after, limit }: ListPage,
): Promise<readonly FoundLink[]> {
  const values = [workspaceId, appId, after ?? null, limit]
  if (code !== undefined) return await database.query<FoundLink>(ofCode, [...values, code])
  if (membershipId === undefined) return await database.query<FoundLink>(ofApp, values)
  return await database.query<FoundLink>(ofMembership, [...values, membershipId])
}
