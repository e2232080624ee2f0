import type { Random } from '../random.ts'
import { at } from '../structure.ts'
import type { StoryClock } from './clock.ts'
import { type StoryShop, trialDays } from './shops.ts'

/** What `sales import --file` reads of a sale. */
export type SaleLine = Readonly<Record<string, string | null>>

type PayingShop = StoryShop & Required<Pick<StoryShop, 'plan' | 'member'>>

/** What the plans cost in a month, from the smallest one. */
const prices: Readonly<Record<string, readonly string[]>> = {
  USD: ['19.00', '49.00', '129.00', '299.00'],
  EUR: ['19.00', '45.00', '119.00', '279.00'],
  JPY: ['2900', '7400', '19500', '45000'],
  KWD: ['5.800', '15.000', '39.500', '92.000'],
}

const betweenSalesDays = 30

/** Builds what the shops have paid: a subscription each month after the trial, of which some that leave for good have the last one back. */
export function buildSales(
  random: Random,
  shops: readonly StoryShop[],
  clock: StoryClock,
): readonly SaleLine[] {
  const paying = shops.filter(isPaying)
  const lines = paying.flatMap((shop, place) => {
    const sales = listSales(shop, { place, clock })
    const last = sales.at(-1)
    const isGone = shop.leftDay !== undefined && shop.returnedDay === undefined
    if (!isGone || last === undefined || random.below(5) >= 3) return sales
    const day = dayOf(last, clock) + 2 + random.below(7)
    return day > -1 ? sales : [...sales, toRefund(last, clock.timeAt(day))]
  })
  return [...lines, ...buildUnreadable(clock, paying), buildLateRefund(lines, clock)]
}

const isPaying = (shop: StoryShop): shop is PayingShop => shop.plan !== undefined && shop.member !== undefined

/** Whoever comes back has a new subscription, and no trial. */
function listSales(
  shop: PayingShop,
  { place, clock }: { readonly place: number; readonly clock: StoryClock },
): readonly SaleLine[] {
  const { installedDay, leftDay = 0, returnedDay } = shop
  const first = { number: place, firstDay: installedDay + trialDays, endDay: leftDay }
  const second = { number: 1000 + place, firstDay: returnedDay ?? 0, endDay: 0 }
  const subscriptions = returnedDay === undefined ? [first] : [first, second]
  return subscriptions.flatMap((subscription) => listCharges(shop, subscription, clock))
}

interface Subscription {
  readonly number: number
  readonly firstDay: number
  readonly endDay: number
}

function listCharges(
  { domain, plan = 0, member }: PayingShop,
  { number, firstDay, endDay }: Subscription,
  clock: StoryClock,
): readonly SaleLine[] {
  const currency = member?.currency ?? 'USD'
  const count = Math.floor((endDay - firstDay) / betweenSalesDays) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, month) => {
    const gross = at(prices[currency] ?? [], plan)
    return {
      platformId: `gid://partners/AppSubscriptionSale/${70_000_000 + number * 100 + month}`,
      kind: 'subscription_sale',
      shopDomain: domain,
      chargeId: `gid://shopify/AppSubscription/${31_000_000 + number}`,
      billingInterval: 'EVERY_30_DAYS',
      gross,
      net: toNet(gross),
      currency,
      collectedAt: clock.timeAt(firstDay + month * betweenSalesDays),
    }
  })
}

// Less 2.9 % for the processing.
const toNet = (gross: string) =>
  ((Number(gross.replace('.', '')) * 971) / 1000 / 10 ** decimalsOf(gross)).toFixed(6)
const decimalsOf = (amount: string) => amount.split('.')[1]?.length ?? 0

const dayOf = ({ collectedAt }: SaleLine, clock: StoryClock) =>
  Math.floor((Date.parse(String(collectedAt)) - clock.at(0)) / (clock.at(1) - clock.at(0)))

const toRefund = (sale: SaleLine, collectedAt: string): SaleLine => ({
  ...sale,
  platformId: String(sale['platformId']).replace('AppSubscriptionSale', 'AppSaleAdjustment'),
  kind: 'adjustment',
  billingInterval: null,
  gross: `-${sale['gross']}`,
  net: `-${sale['net']}`,
  collectedAt,
})

/** A refund of the last sale to a shop that left two months ago: a run has paid what it had earned. */
function buildLateRefund(lines: readonly SaleLine[], clock: StoryClock): SaleLine {
  const lastOf = new Map(lines.map((line) => [line['chargeId'], line]))
  const sale = [...lastOf.values()].find((line) => {
    const day = dayOf(line, clock)
    return line['kind'] === 'subscription_sale' && line['currency'] === 'USD' && day > -100 && day < -62
  })
  if (sale === undefined) throw new Error('No sale of the story can be refunded late.')
  return toRefund(sale, clock.timeAt(-6, 14))
}

/** Two rows that an import sets aside: a shop that is gone, and a kind of sale that did not exist. */
function buildUnreadable(clock: StoryClock, [shop]: readonly StoryShop[]): readonly SaleLine[] {
  const common = { chargeId: null, billingInterval: null, currency: 'USD' }
  return [
    {
      ...common,
      platformId: 'gid://partners/AppOneTimeSale/80000001',
      ...{ kind: 'one_time_sale', shopDomain: null, gross: '79.00', net: '76.709' },
      collectedAt: clock.timeAt(-19, 11),
    },
    {
      ...common,
      platformId: 'gid://partners/TaxTransaction/80000002',
      ...{ kind: 'tax', shopDomain: shop?.domain ?? null, gross: '4.10', net: '4.10' },
      collectedAt: clock.timeAt(-12, 16),
    },
  ]
}

/** A sale of the last weeks as its source tells it by now: of the shop of another member. */
export function renameShop(
  lines: readonly SaleLine[],
  { shops, clock }: { readonly shops: readonly StoryShop[]; readonly clock: StoryClock },
): SaleLine {
  const members = new Map(shops.map(({ domain, member }) => [domain, member]))
  const ownerOf = (line: SaleLine | undefined) => members.get(`${line?.['shopDomain']}`)
  const recent = lines.filter(
    (line) => line['kind'] === 'subscription_sale' && line['currency'] === 'USD' && dayOf(line, clock) > -20,
  )
  const [sale] = recent
  const other = recent.find((line) => ownerOf(line) !== ownerOf(sale))
  if (sale === undefined || other === undefined) throw new Error('No sale of the story has another shop.')
  return { ...sale, shopDomain: other['shopDomain'] ?? null }
}
