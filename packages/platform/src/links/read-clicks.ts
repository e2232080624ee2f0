import type { Queryable, Statement } from '../database/statements/database.ts'

/** How often a link was followed with one thing in common, such as a sub-id. */
export interface ClickCount {
  readonly name: string
  readonly clicks: number
  /** Each of them is counted once a day. */
  readonly visitors: number
}

/** Where the clicks of the last 30 days on a link came from, not counting bots; those of most clicks first. */
export interface LinkClicks {
  readonly clicks: number
  readonly visitors: number
  readonly bySubId: readonly ClickCount[]
  readonly byCountry: readonly ClickCount[]
  readonly byReferringHost: readonly ClickCount[]
}

const findStatement: Statement = {
  name: 'link_find',
  text: 'select 1 from links where workspace_id = $1 and id = $2',
}

const countStatement: Statement = {
  name: 'link_count_clicks',
  isSlow: true,
  text: `
    select coalesce(sub_id, country, referring_host) as name,
      count(*)::integer as clicks, count(distinct visitor)::integer as visitors,
      case
        when grouping(sub_id) = 0 then 'bySubId'
        when grouping(country) = 0 then 'byCountry'
        when grouping(referring_host) = 0 then 'byReferringHost'
      end as part
    from clicks
    where workspace_id = $1 and link_id = $2 and occurred_at > now() - interval '30 days'
    group by grouping sets ((), (sub_id), (country), (referring_host))
    order by clicks desc, name`,
}

interface CountRow extends Omit<ClickCount, 'name'> {
  readonly name: string | null
  readonly part: 'bySubId' | 'byCountry' | 'byReferringHost' | null
}

/**
 * Tells where the clicks on a link came from. What a click does not tell is in the totals alone.
 *
 * @returns `undefined` where the workspace has no such link
 */
export async function readClicks(
  database: Queryable,
  { workspaceId, linkId }: { readonly workspaceId: string; readonly linkId: string },
): Promise<LinkClicks | undefined> {
  const [link] = await database.query(findStatement, [workspaceId, linkId])
  if (link === undefined) return undefined
  const rows = await database.query<CountRow>(countStatement, [workspaceId, linkId])
  const { clicks = 0, visitors = 0 } = rows.find(({ part }) => part === null) ?? {}
  const of = (wanted: CountRow['part']): readonly ClickCount[] =>
    rows.flatMap(({ part, name, ...counts }) =>
      part === wanted && name !== null ? [{ name, ...counts }] : [],
    )
  return {
    ...{ clicks, visitors },
    bySubId: of('bySubId'),
    byCountry: of('byCountry'),
    byReferringHost: of('byReferringHost'),
  }
}
