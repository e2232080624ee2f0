import type { Queryable, Statement } from '../database/statements/database.ts'
import { type Link, linkColumns, linkJoins } from './store.ts'

/** The clicks of a day, in UTC: whoever follows a link twice in a day is one visitor. */
export interface DayClicks {
  /** Such as `2027-01-31`. */
  readonly day: string
  readonly clicks: number
  readonly visitors: number
}

const findStatement: Statement = {
  name: 'link_read',
  text: `select ${linkColumns} from links link ${linkJoins} where link.workspace_id = $1 and link.id = $2`,
}

const countStatement: Statement = {
  name: 'link_count_by_day',
  isSlow: true,
  text: `
    select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(*)::integer as clicks, count(distinct visitor)::integer as visitors
    from clicks
    where workspace_id = $1 and link_id = $2
      and occurred_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '29 days'
    group by day
    order by day desc`,
}

/** Reads a link with its clicks of the last 30 days that had any, the latest first; `undefined` where there is none. */
export async function readLink(
  database: Queryable,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<(Link & { readonly days: readonly DayClicks[] }) | undefined> {
  const [link] = await database.query<Link>(findStatement, [workspaceId, id])
  if (link === undefined) return undefined
  return { ...link, days: await database.query<DayClicks>(countStatement, [workspaceId, id]) }
}
