import { dayMs } from '@affiliate-platform/contract'
import type { DemoReferral } from './referrals.ts'
import { at, currencies } from './structure.ts'

// A one-time sale earns nothing: the terms leave it out.
const charges = [
  { kind: 'subscription_sale', sale: 'AppSubscriptionSale', charge: 'AppSubscription' },
  { kind: 'usage_sale', sale: 'AppUsageSale', charge: 'AppUsageRecord' },
  { kind: 'subscription_sale', sale: 'AppSubscriptionSale', charge: 'AppSubscription' },
  { kind: 'one_time_sale', sale: 'AppOneTimeSale', charge: 'AppPurchaseOneTime' },
]

const betweenSalesMs = 15 * dayMs

/** Builds the sales to referred shops as a file for `sales import --file`. */
export function buildSalesFile(referrals: readonly DemoReferral[]): Buffer {
  const sales = referrals.flatMap(toSales)
  return Buffer.from(sales.map((sale) => JSON.stringify(sale)).join('\n'))
}

function toSales(referral: DemoReferral) {
  const { story } = referral
  const sales = Array.from({ length: story.sales ?? 0 }, (_, number) => toSale(referral, number))
  const last = sales.at(-1)
  return story.isUninstalled && last !== undefined ? [...sales, toRefund(last)] : sales
}

function toSale({ index, installedAt, row }: DemoReferral, number: number) {
  const { kind, sale, charge } = at(charges, number)
  const currency = at(currencies, index)
  const price = (1 + (index % 9)) * (currency === 'JPY' ? 10_000 : 100)
  return {
    platformId: `gid://partners/${sale}/${index * 100 + number + 1}`,
    kind,
    shopDomain: row.shop_domain,
    chargeId: `gid://shopify/${charge}/${kind === 'subscription_sale' ? index * 100 : index * 100 + number + 1}`,
    billingInterval: kind === 'subscription_sale' ? 'EVERY_30_DAYS' : null,
    gross: String(price),
    // Less 2.9 % for the processing.
    net: String((price * 971) / 1000),
    currency,
    collectedAt: new Date(Date.parse(installedAt) + (number + 1) * betweenSalesMs).toISOString(),
  }
}

const toRefund = (sale: ReturnType<typeof toSale>) => ({
  ...sale,
  platformId: sale.platformId.replace(/App\w+/, 'AppSaleAdjustment'),
  kind: 'adjustment',
  billingInterval: null,
  gross: `-${sale.gross}`,
  net: `-${sale.net}`,
  collectedAt: new Date(Date.parse(sale.collectedAt) + 3 * dayMs).toISOString(),
})
