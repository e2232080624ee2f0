import type { Random } from '../random.ts'
import { at } from '../structure.ts'
import type { StoryMember } from './members.ts'

/** A shop that has installed the app. */
export interface StoryShop {
  readonly domain: string
  /** With a fraction: not all install at midnight. */
  readonly installedDay: number
  /** Who brought it; undefined where nobody knows. */
  readonly member: StoryMember | undefined
  /** What it pays in a month, by its place in a price list; undefined where it never paid. */
  readonly plan: number | undefined
  /** When it left, if it did. */
  readonly leftDay: number | undefined
  /** When it came back, if it did. */
  readonly returnedDay?: number
}

/** How many shops were brought by a member, and how many of those have paid. */
const size = { referrals: 410, paying: 260 }

/** From an install until a shop pays for the first time. */
export const trialDays = 14

/** The 640 installs by stretches of 30 days: growth with one dip. */
const installsByStretch = [24, 30, 36, 42, 50, 56, 62, 44, 66, 70, 78, 82]

const firstWords = [
  ...['maple', 'copper', 'willow', 'juniper', 'harbor', 'velvet', 'cedar', 'linen', 'amber', 'coastal'],
  ...['little', 'wild', 'northern', 'golden', 'paper', 'quiet', 'sunday', 'silver', 'garden', 'stone'],
  ...['meadow', 'river', 'bright', 'salt', 'honey', 'olive'],
]
const lastWords = [
  ...['candles', 'ceramics', 'roasters', 'outfitters', 'apothecary', 'goods', 'bakery', 'books', 'threads'],
  ...['kids', 'pets', 'plants', 'jewelry', 'soaps', 'furniture', 'cycles', 'teas', 'prints', 'knits'],
  ...['leather', 'kitchen', 'supply', 'skincare', 'toys', 'optics', 'chocolate'],
]

/** The plan whose shops alone bring a member above its threshold each month. */
const topPlan = 3
const smallestPlan = 0
/** Of ten shops. */
const planMix = [0, 0, 0, 0, 0, 1, 1, 1, 2, 2]

interface Install {
  readonly domain: string
  readonly installedDay: number
}

/** Builds every shop, in the order of the installs. */
export function buildShops(random: Random, members: readonly StoryMember[]): readonly StoryShop[] {
  const installs = buildInstalls(random)
  const brought = new Map<Install, StoryShop>()
  const bring = (install: Install, shop: Pick<StoryShop, 'member' | 'plan' | 'leftDay'>) =>
    brought.set(install, { ...install, ...shop })
  const free = (from: number) => installs.find((each) => each.installedDay >= from && !brought.has(each))

  // What each member's state rests on.
  for (const member of members) {
    const install = free(member.joinedDay + 3)
    if (install === undefined) throw new Error(`${member.name} joined too late to bring a shop.`)
    const plan = member.state === 'small' || member.state === 'new' ? smallestPlan : topPlan
    bring(install, { member, plan, leftDay: undefined })
  }
  // The others are brought by whoever had joined; those who joined first bring most.
  const partners = members.filter(({ state }) => state === 'paid')
  const rest = shuffle(
    random,
    installs.filter((install) => !brought.has(install)),
  )
  const payingMax = size.paying - brought.size
  let paying = 0
  for (const install of rest) {
    if (brought.size === size.referrals) break
    const joined = partners.filter(({ joinedDay }) => joinedDay < install.installedDay - 2)
    if (joined.length === 0) continue
    const member = at(joined, Math.min(random.below(joined.length), random.below(joined.length)))
    const isPaying = paying < payingMax && install.installedDay < -trialDays - 2
    if (isPaying) paying += 1
    bring(install, { member, ...(isPaying ? choosePlan(random, install) : neverPaid(random, install)) })
  }
  return installs.map(
    (install) =>
      brought.get(install) ?? { ...install, member: undefined, plan: undefined, leftDay: undefined },
  )
}

/** A fifth of those who pay leave after some months. */
function choosePlan(random: Random, { installedDay }: Install): Pick<StoryShop, 'plan' | 'leftDay'> {
  const leavesDay = Math.floor(installedDay) + 50 + random.below(150)
  const isLeaving = random.below(5) === 0 && leavesDay < -3
  return { plan: at(planMix, random.below(planMix.length)), leftDay: isLeaving ? leavesDay : undefined }
}

function neverPaid(random: Random, { installedDay }: Install): Pick<StoryShop, 'plan' | 'leftDay'> {
  const leavesDay = Math.floor(installedDay) + 2 + random.below(trialDays)
  return { plan: undefined, leftDay: random.below(2) === 0 && leavesDay < 0 ? leavesDay : undefined }
}

function buildInstalls(random: Random): readonly Install[] {
  const words = shuffle(
    random,
    firstWords.flatMap((first) => lastWords.map((last) => `${first}-${last}.myshopify.com`)),
  )
  const days = installsByStretch.flatMap((count, stretch) =>
    Array.from(
      { length: count },
      () => (stretch - installsByStretch.length) * 30 + random.below(30_000) / 1000,
    ),
  )
  // The last one has just come.
  const sorted = [...days.sort((a, b) => a - b).slice(0, -1), 0]
  return sorted.map((installedDay, index) => ({ installedDay, domain: at(words, index) }))
}

function shuffle<T>({ below }: Random, list: readonly T[]): readonly T[] {
  const shuffled = [...list]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = below(last + 1)
    const [a, b] = [at(shuffled, last), at(shuffled, other)]
    shuffled[last] = b
    shuffled[other] = a
  }
  return shuffled
}
