import type { AppScope } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../../database/statements/database.ts'
import type { CodedLink, KnownCodes } from './match-view.ts'

const listLinksStatement: Statement = {
  name: 'analytics_list_links',
  isSlow: true,
  text: `
    select id as "linkId", membership_id as "membershipId", lower(code) as code
    from links
    where workspace_id = $1 and app_id = $2`,
}

const findListingStatement: Statement = {
  name: 'analytics_find_listing',
  text: 'select listing_url as "listingUrl" from apps where workspace_id = $1 and id = $2',
}

// A shop keeps its number when it changes its domain: what is posted has the domain of the referral, and else the one of the
// latest event counts.
const findShopsStatement: Statement = {
  name: 'analytics_find_shops',
  isSlow: true,
  text: `
    select distinct on (known.number) known.number, known.domain
    from (
      select shop_number as number, shop_domain as domain, 'infinity' as at
      from shop_postings
      where workspace_id = $1 and app_id = $2 and shop_number = any($3::text[])
      union all
      select shop_number, shop_domain, occurred_at
      from install_events
      where workspace_id = $1 and app_id = $2 and shop_number = any($3::text[])
    ) known
    order by known.number, known.at desc`,
}

/** Reads the codes that views may name, and where the app is listed. */
export async function readCodes(database: Queryable, { workspaceId, appId }: AppScope): Promise<KnownCodes> {
  type Row = CodedLink & { readonly code: string }
  const [links, [app]] = await Promise.all([
    database.query<Row>(listLinksStatement, [workspaceId, appId]),
    database.query<{ listingUrl: string | null }>(findListingStatement, [workspaceId, appId]),
  ])
  return {
    listingUrl: app?.listingUrl ?? null,
    links: new Map(links.map(({ code, ...link }) => [code, link])),
  }
}

/** Finds the domains of shops that are known by their numbers. */
export async function findShops(
  database: Queryable,
  { workspaceId, appId }: AppScope,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  type Row = { readonly number: string; readonly domain: string }
  const rows = await database.query<Row>(findShopsStatement, [workspaceId, appId, numbers])
  return new Map(rows.map(({ number, domain }) => [number, domain]))
}
