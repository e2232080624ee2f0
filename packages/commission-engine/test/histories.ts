import type {
  AppTransaction,
  ContractRules,
  Referral,
  ReferralContract,
  SaleKind,
} from '@affiliate-platform/commission-engine'
import * as fc from 'fast-check'
import { buildReferral } from './builders.ts'

/** What happens between two imports. */
export const acts = [
  'run',
  'run',
  'void payout',
  'void payout',
  'void referral',
  'link',
  'move sale',
  'new contract',
] as const

/** A life of one shop in one app: what arrives, in which order, and what is done in between. */
export interface History {
  readonly referral: Referral
  /** Comes after the referral is voided. */
  readonly successor: Referral
  readonly newContract: ReferralContract
  /** In the order of arrival, with repetitions and revisions. */
  readonly rows: readonly AppTransaction[]
  readonly batchSize: number
  readonly acts: readonly (typeof acts)[number][]
  /** Any number, for what a test wants to choose. */
  readonly choice: number
}

const dayMs = 86_400_000
const startMs = Date.UTC(2026, 0, 1)
const dayAfterStart = (days: number): number => startMs + days * dayMs
const charges = ['gid://shopify/AppSubscription/1', 'gid://shopify/AppUsageRecord/2', 'charge 3', null]

const kind = fc.constantFrom<AppTransaction['kind']>(
  ...(['subscription_sale', 'subscription_sale', 'usage_sale', 'usage_sale', 'one_time_sale'] as const),
  ...(['adjustment', 'credit'] as const),
)

/** From 0 to 60.00, with up to nine decimals: round ones, odd ones and tiny ones. */
const amountNano = fc
  .tuple(fc.nat(6000), fc.constantFrom(7, 7, 7, 3, 0))
  .map(([digits, zeros]) => BigInt(digits) * 10n ** BigInt(zeros))

const row = fc.record({
  number: fc.nat(11),
  // A third revision goes back to what the first one says.
  revision: fc.constantFrom(1, 1, 1, 2, 3),
  kind,
  chargeId: fc.constantFrom(...charges),
  amountNano,
  feeBps: fc.constantFrom(0, 290, 1790, 10_100),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'JPY', 'KWD'),
  netCurrency: fc.constantFrom(undefined, undefined, undefined, 'EUR'),
  // Few days, so that several rows share an instant.
  day: fc.nat(40),
})

function toAppTransaction({
  number,
  day,
  ...drawn
}: typeof row extends fc.Arbitrary<infer Row> ? Row : never): AppTransaction {
  const sign = drawn.kind === 'adjustment' || drawn.kind === 'credit' ? -1n : 1n
  const gross = sign * drawn.amountNano
  return {
    platformId: `row ${String(number).padStart(2, '0')}`,
    revision: drawn.revision,
    kind: drawn.kind,
    chargeId: drawn.chargeId,
    gross: { amountNano: gross, currency: drawn.currency },
    net: {
      amountNano: gross - (gross * BigInt(drawn.feeBps)) / 10_000n,
      currency: drawn.netCurrency ?? drawn.currency,
    },
    collectedAtMs: dayAfterStart(day * 3),
  }
}

const saleKinds = fc.subarray<SaleKind>(['subscription_sale', 'usage_sale', 'one_time_sale'], {
  minLength: 2,
})

const rules: fc.Arbitrary<ContractRules> = fc.record({
  basis: fc.constantFrom('gross' as const, 'net' as const),
  rateBps: fc.constantFrom(0, 1, 333, 750, 2000, 2000, 3333, 10_000),
  cpi: fc.record({ amountMinor: fc.constantFrom('0', '500'), currency: fc.constantFrom('USD', 'EUR') }),
  includedSaleKinds: saleKinds,
  durationMonths: fc.constantFrom(null, null, 1, 3, 12),
  holdDays: fc.constantFrom(0, 1, 30, 45),
})

const contracts = fc.array(fc.tuple(rules, fc.nat(80)), { minLength: 1, maxLength: 3 }).map((drawn) =>
  drawn.map(
    ([drawnRules, day], index): ReferralContract => ({
      id: `contract ${index}`,
      appliesFromMs: dayAfterStart(index === 0 ? day % 10 : 10 + day),
      rules: drawnRules,
    }),
  ),
)

const referral = (id: string): fc.Arbitrary<Referral> =>
  fc.tuple(contracts, fc.boolean(), fc.nat(60)).map(([drawn, earnsInstallReward, daysBefore]) =>
    buildReferral({
      id,
      installedAtMs: dayAfterStart(-daysBefore),
      earnsInstallReward,
      contracts: drawn.map((contract) => ({ ...contract, id: `${id} ${contract.id}` })),
    }),
  )

/** Random lives. Rows that share number and revision are one row of the platform that arrives again. */
export const histories: fc.Arbitrary<History> = fc.record({
  referral: referral('r1'),
  successor: referral('r2'),
  newContract: fc.tuple(rules, fc.nat(60)).map(([drawnRules, day]) => ({
    id: 'new contract',
    appliesFromMs: dayAfterStart(30 + day),
    rules: drawnRules,
  })),
  rows: fc
    .array(row, { minLength: 1, maxLength: 18 })
    .map((rows) => asOnePlatform(rows.map(toAppTransaction))),
  batchSize: fc.integer({ min: 1, max: 6 }),
  acts: fc.array(fc.constantFrom(...acts), { minLength: 1, maxLength: 5 }),
  choice: fc.nat(),
})

/** A row in one revision has one content, whenever it is read. */
function asOnePlatform(rows: readonly AppTransaction[]): readonly AppTransaction[] {
  const known = new Map<string, AppTransaction>()
  return rows.map((drawn) => {
    const content = `${drawn.platformId} ${drawn.revision === 2}`
    const first = known.get(content) ?? drawn
    known.set(content, first)
    return { ...first, revision: drawn.revision }
  })
}
