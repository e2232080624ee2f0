import type { PayeeDetails } from '@affiliate-platform/platform/payees'
import type { Random } from '../random.ts'
import { at } from '../structure.ts'
import type { StoryClock } from './clock.ts'

/** How a member stands when the story ends. */
export type StoryMemberState =
  /** The next run pays it. */
  | 'paid'
  /** It has earned too little so far. */
  | 'small'
  /** All that it has earned is still held. */
  | 'new'
  /** An operator keeps it out of runs. */
  | 'excluded'

export interface StoryMember {
  readonly id: string
  readonly name: string
  readonly state: StoryMemberState
  readonly currency: string
  readonly isGold: boolean
  readonly joinedDay: number
}

const names = [
  'Harbour Studio',
  'Kite & Compass',
  'Nordlys Media',
  'Pixel Orchard',
  'Blue Heron Labs',
  'Commerce Kitchen',
  'Ünder Öak Agency',
  'Casa del Código',
  'The Checkout Podcast',
  'Lindgren & Falk',
  'Store Notes Weekly',
  'Fieldwork Digital',
  'Gulf Commerce Partners',
  'Sakura Web Works',
  'Atelier Dupont',
  'Cart & Carry',
  'Brightside Growth',
  'Hinterland Creative',
  'Tiny Shop School',
  'Merchant Radio',
  'Copperline',
  'North Pier Digital',
  'Studio Okafor',
  'Kaito Commerce',
  'Bergmann E-Commerce',
  'Plain Theme Co.',
  'Launchyard',
  'Rosewater Design',
  'Theme Diaries',
  'Oak Street Agency',
  'Paperboat Interactive',
  'Marigold Marketing',
  'Second Shelf',
  'Juniper & Vale',
  'Osaka Store Lab',
  'La Boutique du Web',
  'Conversion Club',
  'Red Kettle Media',
  'Small Batch Stores',
  'Elena Petrova',
  'Daniel Osei',
  'Weekend Merchants',
  'Priya Raman',
  'The Shipping Desk',
  'Foxglove Digital',
  'Tom Ashworth',
  'Ecom Garden',
  'Maya Lindqvist',
  'Shelf Life Newsletter',
  'Northwind Reviews',
  'Carla Mendes',
  'Anchor & Ivy',
  'Silverbirch Consulting',
]

const states: readonly (readonly [StoryMemberState, number])[] = [
  ['paid', 41],
  ['small', 7],
  ['new', 3],
  ['excluded', 2],
]

const inOtherCurrency: Readonly<Record<string, string>> = {
  'Gulf Commerce Partners': 'KWD',
  'Sakura Web Works': 'JPY',
  'Kaito Commerce': 'JPY',
  'Osaka Store Lab': 'JPY',
  'Nordlys Media': 'EUR',
  'Lindgren & Falk': 'EUR',
  'Atelier Dupont': 'EUR',
  'Bergmann E-Commerce': 'EUR',
  'La Boutique du Web': 'EUR',
  'Hinterland Creative': 'EUR',
}

/** The first members were the first to be Gold. */
const goldMembers = 9

// Of each state one after the other; the last one joins early enough to have earned what its state says.
const joinedDays: Readonly<Record<StoryMemberState, (place: number) => number>> = {
  paid: (place) => Math.round(-358 + place * 6.7),
  small: (place) => -290 + place * 30,
  new: (place) => -27 + place * 2,
  excluded: (place) => -220 + place * 60,
}

/** Builds the members, in the order in which `names` has them. */
export function buildMembers({ idAt }: Random, clock: StoryClock): readonly StoryMember[] {
  const planned = states.flatMap(([state, count]) =>
    Array.from({ length: count }, (_, place) => ({ state, joinedDay: joinedDays[state](place) })),
  )
  return planned.map(({ state, joinedDay }, index) => {
    const name = at(names, index)
    return {
      id: idAt(clock.at(joinedDay)),
      ...{ name, state, joinedDay },
      currency: inOtherCurrency[name] ?? 'USD',
      isGold: index < goldMembers,
    }
  })
}

const ibans = ['DE89370400440532013000', 'FR1420041010050500013M02606', 'NL91ABNA0417164300']

/** Members who have not said how they are paid, all of them since a short time. */
const withoutPayee = new Set(['Small Batch Stores', 'Elena Petrova', 'Daniel Osei'])

/** The e-mail address of a member, made from its name. */
export const emailOf = (name: string): string => `billing@${toSlug(name)}.example`

/** A name as a part of a domain: lower case, with hyphens for spaces. */
export const toSlug = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .trim()
    .replaceAll(/[ -]+/g, '-')

/** How a member is paid; undefined where it has not said. */
export function findPayee({ name, currency }: StoryMember, index: number): PayeeMethod | undefined {
  if (withoutPayee.has(name)) return undefined
  if (currency === 'EUR') return { method: 'sepa', email: null, iban: at(ibans, index) }
  const method = currency !== 'USD' || index % 4 === 3 ? 'wise' : 'paypal'
  return { method, email: emailOf(name), iban: null }
}

type PayeeMethod = Pick<PayeeDetails, 'method' | 'email' | 'iban'>
