import { dayMs } from '@affiliate-platform/contract'
import type { Random } from './random.ts'
import type { buildReferrals } from './referrals.ts'
import type { Row } from './rows.ts'
import { at, type DemoApp, demoStartMs } from './structure.ts'

export const demoLink = { slug: 'demo-app', code: 'first' } as const

/** The members who share links, besides the first one: by their place, where each link stands. */
const sharing = [
  { place: 1, code: 'under-oak', label: 'review of the app' },
  { place: 2, code: 'ohara', label: 'newsletter' },
  { place: 5, code: 'pixel-orchard', label: 'comparison page' },
  { place: 6, code: 'kite', label: null },
  { place: 7, code: 'nordlys', label: 'podcast' },
  { place: 9, code: 'blue-heron', label: null },
] as const

/** How often a link was followed in the four weeks before the demo is seeded. */
const followed = [41, 17, 63, 8, 5, 22, 0]
const referringHosts = ['blog.example', 'news.example', null]
const countries = ['DE', 'US', 'GB', null]
const subIds = ['spring-mail', 'footer', null]
const unexplainedInstalls = 9
/** While the demo goes on: the last referrals are of these days. */
const marchMs = Date.UTC(2026, 2, 2)

const dayAt = (day: number): number => marchMs + day * dayMs

interface Keys {
  readonly workspace_id: string
  readonly app_id: string
}

interface DemoEvidence {
  readonly shop: string
  readonly kind: string
  readonly atMs: number
  readonly link: { readonly id: string; readonly membership_id: string }
}

type Referrals = ReturnType<typeof buildReferrals>['rows']

/**
 * Builds what is known of who brought the shops: links and their clicks, the evidence that some referrals were made with,
 * shops that nobody explains, and what a person has to decide.
 */
export function buildAttribution(random: Random, app: DemoApp, rows: Referrals) {
  const keys = { workspace_id: app.workspaceId, app_id: app.id }
  const shared = [{ place: 0, code: demoLink.code, label: 'newsletter' }, ...sharing]
  const links = shared.map(({ place, code, label }) => ({
    ...keys,
    id: random.idAt(demoStartMs),
    membership_id: at(app.memberships, place).id,
    ...{ code, label, actor: 'system', created_at: new Date(demoStartMs).toISOString() },
  }))
  const linkOf = new Map(links.map((link) => [link.membership_id, link]))
  const build = (one: DemoEvidence) => buildEvidence(random, keys, one)

  const shops = new Map(rows.referrals.map((referral) => [referral.id, referral]))
  const evidence: ReturnType<typeof buildEvidence>[] = []
  const referral_evidence = rows.referral_evidence.map((made) => {
    const referral = shops.get(String(made['referral_id']))
    const link = referral && linkOf.get(referral.membership_id)
    const kind = String(made['kind'])
    if (referral === undefined || link === undefined || !['coupon', 'analytics'].includes(kind)) return made
    const built = build({ shop: referral.shop_domain, kind, atMs: Date.parse(referral.installed_at), link })
    evidence.push(built)
    return { ...made, evidence_id: built.id }
  })

  const open = [
    { shop: 'unexplained-shop-2.myshopify.com', kind: 'claim', evidence: 'claim', day: 6, place: 2 },
    { shop: String(evidence.at(-1)?.shop_domain), kind: 'conflict', evidence: 'coupon', day: 28, place: 3 },
    { shop: 'returned-shop.myshopify.com', kind: 'reinstall', evidence: 'coupon', day: 20, place: 5 },
  ]
  const attribution_cases = open.map(({ shop, kind, evidence: known, day, place }) => {
    const built = build({ shop, kind: known, atMs: dayAt(day), link: at(links, place) })
    evidence.push(built)
    return {
      workspace_id: app.workspaceId,
      id: random.idAt(dayAt(day)),
      evidence_id: built.id,
      kind,
      created_at: built.created_at,
    }
  })
  return {
    links,
    clicks: links.flatMap(({ id }, place) => buildClicks(random, { app, linkId: id, place })),
    evidence,
    attribution_cases,
    install_events: buildInstallEvents(keys),
    referral_evidence,
    // The Partner API has told all installs of the app. No pass is due: the demo's app is connected to none, unless
    // `dev` has a simulator.
    sale_feeds: [
      {
        ...keys,
        installs_read_until: new Date(dayAt(30)).toISOString(),
        next_pass_at: '9999-01-01T00:00:00Z',
        failures: 1,
      },
    ],
  }
}

function buildEvidence(random: Random, keys: Keys, { shop, kind, atMs, link }: DemoEvidence) {
  return {
    ...keys,
    id: random.idAt(atMs),
    ...{ shop_domain: shop, membership_id: link.membership_id, kind, actor: 'system' },
    ...(kind === 'claim'
      ? { link_id: null, reason: 'I set it up with them' }
      : { link_id: link.id, reason: null }),
    source_id: `${shop} ${link.id}`,
    occurred_at: new Date(atMs).toISOString(),
    created_at: new Date(atMs).toISOString(),
  }
}

/** The installs of shops that no referral explains, and of one that came back. */
function buildInstallEvents(keys: Keys): readonly Row[] {
  const install = (shop: string, kind: string, atMs: number): Row => ({
    ...{ ...keys, shop_domain: shop, kind, source: 'partner', actor: 'system' },
    occurred_at: new Date(atMs).toISOString(),
  })
  const unexplained = Array.from({ length: unexplainedInstalls }, (_, index) =>
    install(`unexplained-shop-${index + 1}.myshopify.com`, 'installed', dayAt(3 * index)),
  )
  return [
    ...unexplained,
    install('returned-shop.myshopify.com', 'installed', demoStartMs),
    install('returned-shop.myshopify.com', 'uninstalled', demoStartMs + 90 * dayMs),
    install('returned-shop.myshopify.com', 'installed', dayAt(21)),
  ]
}

function buildClicks(
  { below, idAt }: Random,
  { app, linkId, place }: { readonly app: DemoApp; readonly linkId: string; readonly place: number },
): readonly Row[] {
  return Array.from({ length: at(followed, place) }, () => {
    const atMs = Date.now() - below(28 * dayMs)
    return {
      ...{ workspace_id: app.workspaceId, id: idAt(atMs), link_id: linkId },
      visitor: `\\x${below(30).toString(16).padStart(64, '0')}`,
      referring_host: at(referringHosts, below(3)),
      country: at(countries, below(4)),
      sub_id: at(subIds, below(3)),
      occurred_at: new Date(atMs).toISOString(),
    }
  })
}
