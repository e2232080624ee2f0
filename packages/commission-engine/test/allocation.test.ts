import type { AppTransaction, Sale } from '@affiliate-platform/commission-engine'
import { describe, expect, it } from 'vitest'
import { allocate } from '../src/lib/allocation.ts'
import { buildCollection, exact } from './builders.ts'

const charge = 'gid://shopify/AppSubscription/1'
const buildSale = (platformId: string, on: string, changes: Partial<AppTransaction> = {}) =>
  ({ ...buildCollection({ gross: '10.0', on, platformId, chargeId: charge }), ...changes }) as Sale
const buildRefund = (gross: string, changes: Partial<AppTransaction> = {}) => ({
  ...buildCollection({ gross, on: '2026-03-15', platformId: 'refund', chargeId: charge }),
  ...changes,
})

/** Which sales a refund takes from, in this order. */
function takenBy(
  sales: readonly Sale[],
  refund: AppTransaction,
  links: Readonly<Record<string, string>> = {},
) {
  const [allocation] = allocate(sales, [refund], new Map(Object.entries(links)))
  return allocation?.takes.map(({ sale }) => sale.platformId)
}

describe('an adjustment or credit', () => {
  const march = buildSale('march', '2026-03-01')
  const february = buildSale('february', '2026-02-01')
  const april = buildSale('april', '2026-04-01')
  const may = buildSale('may', '2026-05-01')

  it('takes from the latest sale before it, then earlier ones, then those after it, the earliest first [D55]', () => {
    const sales = [may, february, april, march]
    expect(takenBy(sales, buildRefund('-40.0'))).toEqual(['march', 'february', 'april', 'may'])
  })

  it('takes from a sale at its own instant first, and of two at one instant from the smaller id [D55]', () => {
    const same = buildRefund('-30.0').collectedAtMs
    const twins = ['b', 'a'].map((id) => buildSale(id, '2026-03-15', { collectedAtMs: same }))
    const laterTwins = ['d', 'c'].map((id) => buildSale(id, '2026-04-01'))

    expect(takenBy([march, ...twins], buildRefund('-30.0'))).toEqual(['a', 'b', 'march'])
    expect(takenBy(laterTwins, buildRefund('-20.0'))).toEqual(['c', 'd'])
  })

  it('takes from its charge, then from the kind that the charge names, then from any sale [D55]', () => {
    const otherCharge = buildSale('subscription', '2026-03-02', {
      chargeId: 'gid://shopify/AppSubscription/2',
    })
    const usage = buildSale('usage', '2026-03-10', { kind: 'usage_sale', chargeId: null })
    const sales = [usage, otherCharge, february]

    expect(takenBy(sales, buildRefund('-30.0'))).toEqual(['february', 'subscription', 'usage'])
    expect(takenBy(sales, buildRefund('-30.0', { chargeId: null }))).toEqual([
      'usage',
      'subscription',
      'february',
    ])
  })

  it.each([
    ['AppUsageRecord', 'usage_sale'],
    ['AppPurchaseOneTime', 'one_time_sale'],
    ['AppSubscription', 'subscription_sale'],
  ] as const)('knows that %s is a %s [D55]', (type, kind) => {
    const named = buildSale('named', '2026-01-01', { kind, chargeId: null })
    const others = (['usage_sale', 'one_time_sale', 'subscription_sale'] as const)
      .filter((other) => other !== kind)
      .map((other) => buildSale(other, '2026-03-01', { kind: other, chargeId: null }))

    expect(takenBy([...others, named], buildRefund('-1.0', { chargeId: `gid://shopify/${type}/9` }))).toEqual(
      ['named'],
    )
  })

  it('takes from the sale that an operator linked before all others, and then as ever [D55]', () => {
    expect(takenBy([february, march, may], buildRefund('-20.0'), { refund: 'may' })).toEqual(['may', 'march'])
    expect(takenBy([march], buildRefund('-5.0'), { refund: 'unknown' })).toEqual(['march'])
  })

  it('takes nothing from another currency, and says what found no sale', () => {
    const euros = buildSale('euros', '2026-03-01', { gross: exact('10.0 EUR') })
    const [allocation] = allocate([euros], [buildRefund('-4.0')], new Map())

    expect(allocation).toMatchObject({ takes: [], remainderNano: 4_000_000_000n })
  })

  it('goes on where an earlier one has stopped, whatever their order of arrival [D55]', () => {
    const first = buildRefund('-6.0', { platformId: 'z', collectedAtMs: march.collectedAtMs + 1 })
    const second = buildRefund('-6.0', { platformId: 'a' })
    const taken = allocate([february, march], [second, first], new Map()).map(({ refund, takes }) => [
      refund.platformId,
      ...takes.map(({ sale, grossNano }) => `${sale.platformId} ${grossNano / 10n ** 9n}`),
    ])

    expect(taken).toEqual([
      ['z', 'march 6'],
      ['a', 'march 4', 'february 2'],
    ])
  })

  it('reads few sales, however many there are', () => {
    const sales = Array.from({ length: 20_000 }, (_, index) => buildSale(`s${index}`, '2026-02-01'))
    const refunds = Array.from({ length: 2_000 }, (_, index) =>
      buildRefund('-5.0', { platformId: `r${index}` }),
    )
    const allocations = allocate(sales, refunds, new Map())

    expect(allocations.every(({ takes }) => takes.length === 1)).toBe(true)
  })
})
