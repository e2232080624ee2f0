import type { Random } from '../random.ts'
import type { Row } from '../rows.ts'
import { at } from '../structure.ts'
import { createEvidenceBuilder, type StoryEvidence, type StoryInstalls } from './attribution.ts'
import { emailOf, type StoryMember } from './members.ts'
import type { StoryShop } from './shops.ts'

type StoryCase = StoryEvidence & { readonly case: string }

interface KnownReferrals {
  readonly members: readonly StoryMember[]
  readonly referrals: readonly Row[]
  readonly evidence: readonly Row[]
}

/** Builds what a person has to decide: a case of each common kind, and a contract to review. */
export function buildWaiting(
  random: Random,
  installs: StoryInstalls,
  { members, referrals, evidence: known }: KnownReferrals,
) {
  const { places, terms, shops, clock } = installs
  const build = createEvidenceBuilder(random, installs)
  // Had the merchant typed a code, it would be a conflict as well.
  const seenAt = known.filter(({ kind }) => kind === 'analytics').map(({ shop_domain }) => shop_domain)
  const open = chooseCases(shops, members, new Set(seenAt))
  const evidence = open.map(({ case: _case, ...one }) => build(one))
  const own = at(open, 2)
  const first = at(referrals, 0)
  return {
    evidence,
    attribution_cases: evidence.map(({ id: evidence_id, workspace_id, created_at }, index) => {
      const id = random.idAt(Date.parse(created_at))
      return { workspace_id, id, evidence_id, kind: at(open, index).case, created_at }
    }),
    // By its address, the shop is the member's own.
    contacts: [
      {
        workspace_id: places.keys.workspace_id,
        shop_domain: own.shop,
        email: emailOf(own.member.name),
        owner_name: own.member.name,
        created_at: clock.timeAt(own.day),
        updated_at: clock.timeAt(own.day),
      },
    ],
    // The oldest referral of a member who is Gold by now still has the terms of then.
    contract_proposals: [
      {
        workspace_id: places.keys.workspace_id,
        id: random.idAt(clock.at(-2)),
        referral_id: first['id'],
        terms_version_id: terms.ofGold.id,
        applies_from: clock.timeAt(14),
        actor: places.finn,
        created_at: clock.timeAt(-2, 9),
      },
    ],
  }
}

/** The shops that have had the app for a while, and that nobody is known to have referred. */
export const listUnexplained = (shops: readonly StoryShop[]): readonly StoryShop[] =>
  shops.filter(({ member, installedDay }) => member === undefined && installedDay < -10)

function chooseCases(
  shops: readonly StoryShop[],
  members: readonly StoryMember[],
  seen: ReadonlySet<unknown>,
): readonly StoryCase[] {
  const unexplained = listUnexplained(shops)
  const isOfOther = ({ member }: StoryShop, other: StoryMember) => member !== undefined && member !== other
  const [, rival, , claimant, , , owner] = members
  if (rival === undefined || claimant === undefined || owner === undefined)
    throw new Error('The story has too few members.')
  const recent = shops.find((shop) => shop.installedDay > -9 && isOfOther(shop, rival))
  const paid = shops.find(
    (shop) => shop.plan === 1 && shop.installedDay > -150 && isOfOther(shop, rival) && seen.has(shop.domain),
  )
  if (recent === undefined || paid === undefined) throw new Error('The story has too few referrals.')
  const claimed = at(unexplained, unexplained.length - 1)
  const own = at(unexplained, unexplained.length - 2)
  const coupon = (shop: StoryShop, member: StoryMember, day: number) =>
    ({ shop: shop.domain, member, kind: 'coupon', day, reportedDay: day }) as const
  return [
    { ...coupon(recent, rival, recent.installedDay + 1), case: 'conflict' },
    { ...coupon(claimed, claimant, -3), kind: 'claim', case: 'claim' },
    { ...coupon(own, owner, own.installedDay + 0.01), reportedDay: -5, case: 'self_referral' },
    {
      ...coupon(paid, rival, paid.installedDay - 0.05),
      ...{ kind: 'analytics', reportedDay: -2, case: 'late' },
    },
  ]
}
