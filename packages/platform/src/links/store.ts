import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'

/** A member's link. */
export interface Link {
  readonly id: string
  readonly appId: string
  readonly membershipId: string
  readonly memberName: string
  readonly code: string
  /** Where the service has it, such as `/r/bright-reviews/mia`; null while the app has no slug. */
  readonly path: string | null
  readonly label: string | null
  readonly createdAt: Date
}

/** A link with how much it was followed. */
export interface ListedLink extends Link {
  /** How often it was followed in the last 30 days, not counting bots. */
  readonly clicks: number
  /** How many followed it in the last 30 days: each of them is counted once a day. */
  readonly visitors: number
}

/** What is read of a link, as SQL: of `link`, with its `app` and `membership`. */
export const linkColumns = `
      link.id, link.app_id as "appId", link.membership_id as "membershipId", membership.member_name as "memberName",
      link.code, '/r/' || app.slug || '/' || link.code as path, link.label, link.created_at as "createdAt"`

/** The rows beside a link that `linkColumns` reads. */
export const linkJoins = `
    join apps app on app.workspace_id = $1 and app.id = link.app_id
    join memberships membership on membership.workspace_id = $1 and membership.id = link.membership_id`

const listStatement: Statement = {
  name: 'link_list',
  text: `
    select ${linkColumns}, followed.clicks::integer, followed.visitors::integer
    from links link
    ${linkJoins}
    cross join lateral (
      select count(*) as clicks, count(distinct click.visitor) as visitors
      from clicks click
      where click.workspace_id = $1 and click.link_id = link.id and click.occurred_at > now() - interval '30 days'
    ) followed
    where link.workspace_id = $1
      and ($2::uuid is null or link.membership_id = $2)
      and ($3::uuid is null or link.id > $3)
    order by link.id
    limit $4`,
}

/** Lists the links of a workspace, or of one membership, oldest first. */
export async function listLinks(
  database: Queryable,
  { workspaceId, membershipId }: { readonly workspaceId: string; readonly membershipId: string | undefined },
  { after, limit }: ListPage,
): Promise<readonly ListedLink[]> {
  return await database.query<ListedLink>(listStatement, [
    workspaceId,
    membershipId ?? null,
    after ?? null,
    limit,
  ])
}
