import type { ShopBehaviour, ShopOptions } from '@affiliate-platform/shopify-simulator'

/** The shops that a person opens. The app is not installed in any of them yet. */
export const demoShops: readonly ShopOptions[] = [
  {
    domain: 'maple-lantern.myshopify.com',
    contact: { name: 'Maple Lantern', ownerName: 'Noa Example', plan: 'Grow' },
  },
  {
    domain: 'paper-harbour.myshopify.com',
    contact: { name: 'Paper Harbour', ownerName: 'Sam Example', country: 'Iceland', countryCode: 'IS' },
  },
  {
    domain: 'cedar-and-salt.myshopify.com',
    contact: {
      name: 'Cedar & Salt',
      ownerName: 'Ines Example',
      country: 'Portugal',
      countryCode: 'PT',
      plan: 'Plus',
    },
  },
  // A name from right to left that ends with a mark shows at once where a page mixes up two directions.
  {
    domain: 'olive-library.myshopify.com',
    contact: {
      name: 'مكتبة الزيتونة!',
      ownerName: 'ليلى م.',
      country: 'Jordan',
      countryCode: 'JO',
    },
  },
]

const first = [
  'amber',
  'birch',
  'copper',
  'dune',
  'ember',
  'fern',
  'granite',
  'heron',
  'indigo',
  'juniper',
  'kelp',
  'linen',
]
const second = [
  'anchor',
  'bakery',
  'cabinet',
  'dairy',
  'easel',
  'forge',
  'garden',
  'hammock',
  'island',
  'jigsaw',
  'kettle',
  'loom',
]

// Some shops of every long list are in trouble.
const troubles: ReadonlyMap<number, ShopBehaviour> = new Map([
  [11, 'revoked'],
  [23, 'server_error'],
  [37, 'frozen'],
  [58, 'forbidden'],
  [64, 'revoked'],
  [71, 'server_error'],
  [90, 'gone'],
  [118, 'server_error'],
])

/** The n-th shop that has the app from before. */
export function buildSeededShop(index: number): {
  readonly domain: string
  readonly behaviour: ShopBehaviour
} {
  const name = `${first[Math.floor(index / second.length) % first.length]}-${second[index % second.length]}`
  return { domain: `${name}.myshopify.com`, behaviour: troubles.get(index) ?? 'ok' }
}

/** What another try can heal. The others are gone for good. */
export const isHealable = (behaviour: ShopBehaviour): boolean =>
  behaviour === 'server_error' || behaviour === 'forbidden'
