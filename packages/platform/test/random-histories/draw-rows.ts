import { pick, type startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { buildExampleRules } from '@affiliate-platform/test-support/money-world'
import type { Row } from './told-sales.ts'

export type Random = ReturnType<typeof startRandom>

export const dayMs = 86_400_000
export const startMs = Date.UTC(2026, 0, 2)

/** Two that members refer, and one that nobody does at first. */
export const shops = ['a.myshopify.com', 'b.myshopify.com', 'c.myshopify.com'] as const

const kinds = ['subscription_sale', 'subscription_sale', 'usage_sale', 'one_time_sale'] as const
const charges = ['gid://shopify/AppSubscription/1', 'gid://shopify/AppUsageRecord/2', 'charge/3', null]

/** Draws a row: one that is new, a correction of anything about one, its time and its shop included, or one that was told before. */
export function drawRow(random: Random, told: readonly Row[]): Row {
  const earlier = told.length > 0 && random.below(2) === 0 ? pick(random, told) : undefined
  const what = random.below(8)
  if (earlier === undefined) return drawNew(random)
  if (what < 3) return earlier
  if (what < 4) return { ...earlier, shopDomain: pick(random, shops) }
  if (what < 5) return { ...earlier, collectedAtMs: drawTime(random) }
  if (what < 7) return { ...earlier, ...drawAmounts(random, earlier.grossNano < 0n) }
  return { ...drawNew(random), platformId: earlier.platformId, shopDomain: earlier.shopDomain }
}

function drawNew(random: Random): Row {
  const isNegative = random.below(7) < 2
  return {
    platformId: `row/${random.below(14)}`,
    kind: isNegative ? pick(random, ['adjustment', 'credit'] as const) : pick(random, kinds),
    shopDomain: pick(random, [...shops, shops[0], shops[1]]),
    chargeId: pick(random, charges),
    currency: pick(random, ['USD', 'USD', 'USD', 'JPY', 'KWD']),
    collectedAtMs: drawTime(random),
    ...drawAmounts(random, isNegative),
  }
}

const drawTime = (random: Random): number => startMs + random.below(40) * 3 * dayMs

/** Up to 60.00, round ones and some with nine decimals; never 0, which has no sign. */
function drawAmounts(random: Random, isNegative: boolean): Pick<Row, 'grossNano' | 'netNano'> {
  const grossNano = BigInt(1 + random.below(6000)) * 10n ** pick(random, [7n, 7n, 7n, 3n, 0n])
  const feeNano = (grossNano * pick(random, [0n, 290n, 1790n, 10_100n])) / 10_000n
  const sign = isNegative ? -1n : 1n
  return { grossNano: sign * grossNano, netNano: sign * (grossNano - feeNano) }
}

/** Draws the rules of a contract. */
export const drawRules = (random: Random) =>
  buildExampleRules({
    basis: pick(random, ['gross', 'net']),
    rateBps: pick(random, [1, 333, 2000, 2000, 3333, 10_000]),
    cpi: { amountMinor: pick(random, ['0', '0', '500']), currency: pick(random, ['USD', 'EUR']) },
    includedSaleKinds: pick(random, [
      ['subscription_sale', 'usage_sale', 'one_time_sale'],
      ['subscription_sale', 'one_time_sale'],
    ]),
    durationMonths: pick(random, [null, null, 1, 3]),
    holdDays: pick(random, [0, 1, 30, 45]),
    threshold: drawThreshold(random, [0, 300, 900, 2500]),
  })

/** Draws the threshold of terms: mostly above what contracts promise, which then rules (D181). */
export const drawTermsThreshold = (random: Random) => drawThreshold(random, [0, 900, 2500, 5000])

const drawThreshold = (random: Random, amounts: readonly number[]) => ({
  amountMinor: `${pick(random, amounts)}`,
  currency: pick(random, ['USD', 'USD', 'USD', 'JPY']),
})
