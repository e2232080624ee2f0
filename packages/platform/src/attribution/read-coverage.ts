import type { Queryable, Statement } from '../database/statements/database.ts'
import type { InstallSource } from '../install-events/install-event.ts'
import { mergeInstalls, type ReportedEvent, sameWithinMs } from '../install-events/merge-installs.ts'
import { latestEvidence } from '../referrals/referral-status.ts'
import type {
  Coverage,
  CoverageCounts,
  CoverageFilter,
  ExplainedBy,
  LinkCoverage,
  MemberCoverage,
} from './coverage.ts'

/** So many unexplained installs are listed. */
const unexplainedMax = 1000
const shopsPerTurn = 1000

// Two sources may tell of one install within two hours. What belongs to a shop is looked up by itself, so that it does not
// read the app for each shop where nothing was analyzed.
const listStatement: Statement = {
  name: 'attribution_list_installed_shops',
  isSlow: true,
  text: `
    select shop.shop_domain as "shopDomain", shop.events, referral.evidence, referral.membership_id as "membershipId",
      (select member_name from memberships where workspace_id = $1 and id = referral.membership_id) as "memberName",
      referral.link_id as "linkId",
      (select code from links where workspace_id = $1 and id = referral.link_id) as code
    from (
      select installed.shop_domain, reported.events
      from (
        select distinct shop_domain
        from install_events
        where workspace_id = $1 and app_id = $2 and shop_domain > $3 and kind = 'installed'
          and occurred_at >= $4::timestamptz - interval '2 hours' and occurred_at < $5::timestamptz + interval '2 hours'
        order by shop_domain
        limit $6
      ) installed
      cross join lateral (
        select jsonb_agg(jsonb_build_object('kind', kind, 'at', occurred_at, 'source', source)) as events
        from install_events
        where workspace_id = $1 and app_id = $2 and shop_domain = installed.shop_domain
      ) reported
    ) shop
    left join lateral (
      select referral.membership_id, ${latestEvidence('referral')} as evidence,
        (
          select (select evidence.link_id from evidence where evidence.workspace_id = $1 and evidence.id = made.evidence_id)
          from referral_evidence made
          where made.workspace_id = $1 and made.referral_id = referral.id
          order by made.id desc
          limit 1
        ) as link_id
      from referrals referral
      where referral.workspace_id = $1 and referral.app_id = $2 and referral.shop_domain = shop.shop_domain
        and referral.voided_at is null
      limit 1
    ) referral on true
    order by shop.shop_domain`,
}

const countClicksStatement: Statement = {
  name: 'attribution_count_clicks',
  isSlow: true,
  text: `
    select link.id as "linkId", link.code, link.membership_id as "membershipId",
      membership.member_name as "memberName", count(*)::integer as clicks
    from links link
    join clicks click on click.workspace_id = $1 and click.link_id = link.id
    join memberships membership on membership.workspace_id = $1 and membership.id = link.membership_id
    where link.workspace_id = $1 and link.app_id = $2 and click.occurred_at >= $3 and click.occurred_at < $4
    group by link.id, link.code, link.membership_id, membership.member_name`,
}

interface ShopRow {
  readonly shopDomain: string
  readonly events: readonly (Omit<ReportedEvent, 'atMs'> & { readonly at: string })[]
  readonly evidence: ExplainedBy | null
  readonly membershipId: string | null
  readonly memberName: string | null
  readonly linkId: string | null
  readonly code: string | null
}

/** Counts the installs of a time that are explained, and lists those that are not. */
export async function readCoverage(database: Queryable, filter: CoverageFilter): Promise<Coverage> {
  const { workspaceId, appId, from, to } = filter
  const members = new Map<string, MemberCoverage>()
  const links = new Map<string, LinkCoverage>()
  const byEvidence: Partial<Record<ExplainedBy, number>> = {}
  const bySource: Partial<Record<InstallSource, number>> = {}
  const unexplained: { shopDomain: string; installedAt: Date }[] = []
  let installs = 0
  let explained = 0
  for await (const { installedAt, shop, sources } of walkInstalls(database, filter)) {
    const { shopDomain, membershipId, memberName, evidence, linkId, code } = shop
    installs += 1
    for (const source of sources) bySource[source] = (bySource[source] ?? 0) + 1
    if (membershipId === null || memberName === null) {
      if (unexplained.length < unexplainedMax) unexplained.push({ shopDomain, installedAt })
      continue
    }
    explained += 1
    const kind = evidence ?? 'operator'
    byEvidence[kind] = (byEvidence[kind] ?? 0) + 1
    add(members, membershipId, { memberName, installs: 1, clicks: 0, membershipId })
    if (linkId !== null && code !== null)
      add(links, linkId, { code, memberName, installs: 1, clicks: 0, linkId })
  }
  type ClickRow = Omit<MemberCoverage & LinkCoverage, 'installs'>
  const clickRows = await database.query<ClickRow>(countClicksStatement, [workspaceId, appId, from, to])
  for (const { linkId, code, membershipId, memberName, clicks } of clickRows) {
    add(members, membershipId, { memberName, installs: 0, clicks, membershipId })
    add(links, linkId, { code, memberName, installs: 0, clicks, linkId })
  }
  const clicks = clickRows.reduce((sum, row) => sum + row.clicks, 0)
  const [byMember, byLink] = [sortMost(members), sortMost(links)]
  return { installs, explained, byEvidence, bySource, byMember, byLink, clicks, unexplained }
}

function add<Row extends CoverageCounts>(rows: Map<string, Row>, id: string, row: Row): void {
  const { installs, clicks } = rows.get(id) ?? { installs: 0, clicks: 0 }
  rows.set(id, { ...row, installs: installs + row.installs, clicks: clicks + row.clicks })
}

const sortMost = <Row extends CoverageCounts>(rows: ReadonlyMap<string, Row>): readonly Row[] =>
  [...rows.values()].sort((a, b) => b.installs - a.installs || b.clicks - a.clicks)

interface Install {
  readonly installedAt: Date
  readonly shop: ShopRow
  readonly sources: ReadonlySet<InstallSource>
}

async function* walkInstalls(
  database: Queryable,
  { workspaceId, appId, from, to }: CoverageFilter,
): AsyncGenerator<Install> {
  let after = ''
  for (;;) {
    const values = [workspaceId, appId, after, from, to, shopsPerTurn]
    const shops = await database.query<ShopRow>(listStatement, values)
    for (const shop of shops) {
      after = shop.shopDomain
      const events = shop.events.map(({ at, ...event }) => ({ ...event, atMs: Date.parse(at) }))
      for (const { fromMs } of mergeInstalls(events)) {
        const installedAt = new Date(fromMs)
        if (installedAt >= from && installedAt < to)
          yield { installedAt, shop, sources: findSources(events, fromMs) }
      }
    }
    if (shops.length < shopsPerTurn) return
  }
}

const findSources = (events: readonly ReportedEvent[], fromMs: number): ReadonlySet<InstallSource> =>
  new Set(
    events.flatMap(({ kind, atMs, source }) =>
      kind === 'installed' && Math.abs(atMs - fromMs) <= sameWithinMs ? [source] : [],
    ),
  )
