import type { Random } from '../random.ts'
import type { Row } from '../rows.ts'
import { at } from '../structure.ts'
import type { StoryClock } from './clock.ts'
import type { StoryMember } from './members.ts'
import type { StoryShop } from './shops.ts'
import type { StoryPlaces } from './structure.ts'
import { type StoryTerms, termsAt } from './terms.ts'

export interface StoryLink {
  readonly id: string
  readonly membership_id: string
}

/** What the referrals are built from. */
export interface StoryInstalls {
  readonly places: StoryPlaces
  readonly terms: StoryTerms
  readonly shops: readonly StoryShop[]
  readonly links: readonly StoryLink[]
  readonly clock: StoryClock
}

export interface StoryEvidence {
  readonly shop: string
  readonly member: StoryMember
  readonly kind: 'coupon' | 'analytics' | 'claim'
  /** When it happened, and when it was told. */
  readonly day: number
  readonly reportedDay: number
}

const minute = 1 / 1440
/** After the install a merchant types a code; before it they were seen on the listing. */
const delayDays = { coupon: 9 * minute, analytics: -17 * minute }

/** Makes the rows of evidence. */
export function createEvidenceBuilder(
  { idAt }: Random,
  { places, links, clock }: Pick<StoryInstalls, 'places' | 'links' | 'clock'>,
) {
  const linkOf = new Map(links.map((link) => [link.membership_id, link.id]))
  return ({ shop, member, kind, day, reportedDay }: StoryEvidence) => ({
    ...places.keys,
    id: idAt(clock.at(reportedDay)),
    ...{ shop_domain: shop, membership_id: member.id, kind, actor: 'system' },
    ...(kind === 'claim'
      ? { link_id: null, reason: 'I moved the shop to the app and wrote its templates' }
      : { link_id: linkOf.get(member.id), reason: null }),
    source_id: `${shop} ${linkOf.get(member.id)}`,
    occurred_at: clock.timeAt(day),
    created_at: clock.timeAt(reportedDay),
  })
}

/** Builds the installs, and of those that a member brought the referral with its evidence and its contract. */
export function buildStoryReferrals(random: Random, installs: StoryInstalls) {
  const { places, terms, shops, clock } = installs
  const { keys, programId, groups } = places
  const build = createEvidenceBuilder(random, installs)
  const referred = shops.flatMap(({ member, ...shop }) => (member === undefined ? [] : [{ ...shop, member }]))
  const referrals = referred.map(({ domain, installedDay, member }) => ({
    ...keys,
    id: random.idAt(clock.at(installedDay)),
    program_id: programId,
    group_id: member.isGold ? groups.gold : groups.standard,
    membership_id: member.id,
    shop_domain: domain,
    installed_at: clock.timeAt(installedDay),
    earns_install_reward: true,
    created_at: clock.timeAt(installedDay, 1),
  }))
  const evidence = referred.map(({ domain: shop, installedDay, member }) => {
    const kind = random.below(5) < 3 ? 'coupon' : 'analytics'
    const day = installedDay + delayDays[kind]
    return build({ shop, member, kind, day, reportedDay: Math.max(day, installedDay) })
  })
  return {
    install_events: shops.flatMap((shop) => toInstallEvents(shop, installs)),
    referrals,
    evidence,
    referral_evidence: referrals.map(({ id: referral_id, workspace_id, created_at }, index) => {
      const { id: evidence_id, kind, occurred_at } = at(evidence, index)
      const id = random.idAt(Date.parse(created_at))
      return { workspace_id, id, referral_id, kind, occurred_at, evidence_id, actor: 'system', created_at }
    }),
    referral_contracts: referrals.map(
      ({ id: referral_id, workspace_id, installed_at, created_at }, index) => {
        const { member, installedDay } = at(referred, index)
        const { id: terms_version_id, rules } = termsAt(terms, member, installedDay)
        const id = random.idAt(Date.parse(created_at))
        return {
          workspace_id,
          id,
          referral_id,
          terms_version_id,
          rules,
          applies_from: installed_at,
          created_at,
        }
      },
    ),
    // That they are referred lets an import keep their sales.
    shop_postings: referrals.map(({ shop_domain }) => ({ ...keys, shop_domain })),
  }
}

function toInstallEvents(
  { domain, installedDay, leftDay, returnedDay }: StoryShop,
  { places, clock }: StoryInstalls,
): readonly Row[] {
  const toEvent = (kind: string, day: number) => ({
    ...{ ...places.keys, shop_domain: domain, kind, source: 'partner', actor: 'system' },
    occurred_at: clock.timeAt(day),
    created_at: clock.timeAt(day),
  })
  return [
    toEvent('installed', installedDay),
    ...(leftDay === undefined ? [] : [toEvent('uninstalled', leftDay)]),
    ...(returnedDay === undefined ? [] : [toEvent('installed', returnedDay)]),
  ]
}

const clicksTotal = 9120
const hosts = ['blog.example', 'news.example', 'video.example', null]
const countries = ['US', 'GB', 'CA', 'DE', 'AU', 'FR', 'JP', null]
const subIds = ['newsletter', 'footer', 'review', null, null]

/** Builds how often the links were followed: more often from month to month, and those of the first members most. */
export function buildStoryClicks(
  random: Random,
  { places, links, clock }: Pick<StoryInstalls, 'places' | 'links' | 'clock'>,
  members: readonly StoryMember[],
): readonly Row[] {
  const { below } = random
  return Array.from({ length: clicksTotal }, () => {
    const place = Math.min(below(links.length), below(links.length))
    const { joinedDay } = at(members, place)
    const atMs = clock.at(-Math.min(below(-joinedDay * 1000), below(-joinedDay * 1000)) / 1000)
    return {
      ...{ workspace_id: places.keys.workspace_id, id: random.idAt(atMs), link_id: at(links, place).id },
      visitor: `\\x${below(2 ** 31)
        .toString(16)
        .padStart(64, '0')}`,
      referring_host: at(hosts, below(hosts.length)),
      country: at(countries, below(countries.length)),
      sub_id: at(subIds, below(subIds.length)),
      occurred_at: new Date(atMs).toISOString(),
    }
  })
}
