import fc from 'fast-check'

const dayMs = 86_400_000

const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD')
const wrongCurrency = fc.constantFrom('usd', 'QQQ', '', 'EURO')
const digits = (count: number) => '7'.repeat(count)
const amountMinor = fc.oneof(fc.constantFrom('0', '1', '5000', digits(38)), fc.nat().map(String))
const wrongAmount = fc.constantFrom('', '-1', '01', '1.5', ' 1', digits(39), 5, null)

const money = fc.record({ amountMinor, currency })
const wrongMoney = fc.oneof(
  fc.record({ amountMinor: wrongAmount, currency }),
  fc.record({ amountMinor, currency: wrongCurrency }),
  fc.record({ amountMinor, currency, precision: fc.constant(2) }),
  fc.record({ amountMinor }),
)

const kinds = fc.uniqueArray(fc.constantFrom('subscription_sale', 'usage_sale', 'one_time_sale'))
const wrongKinds = fc.constantFrom(['usage_sale', 'usage_sale'], ['sale'], 'usage_sale', null)

/** Both sides of a range, what lies within, and what is no such number at all. */
const range = (min: number, max: number) => fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
const outOfRange = (min: number, max: number) => fc.constantFrom(min - 1, max + 1, min + 0.5, `${min}`, true)

const rules: fc.Arbitrary<object> = fc
  .record({
    basis: fc.constantFrom('gross', 'net'),
    rateBps: fc.oneof(range(0, 10_000), fc.constant(0)),
    cpi: money,
    includedSaleKinds: kinds,
    durationMonths: fc.option(range(1, 1200)),
    holdDays: range(0, 3650),
    threshold: money,
    windowDays: range(1, 365),
    allowExistingShops: fc.boolean(),
    allowManualClaims: fc.boolean(),
    others: fc.array(money, { maxLength: 3 }),
    thresholds: fc.constantFrom('absent', 'with the primary', 'without the primary'),
  })
  .map(({ others, thresholds, ...rest }) => {
    if (thresholds === 'absent') return rest
    return { ...rest, thresholds: thresholds === 'with the primary' ? [rest.threshold, ...others] : others }
  })

const wrongMember: fc.Arbitrary<object> = fc.oneof(
  fc.record({ basis: fc.constantFrom('both', 1, null) }),
  fc.record({ rateBps: outOfRange(0, 10_000) }),
  fc.record({ cpi: wrongMoney }),
  fc.record({ includedSaleKinds: wrongKinds }),
  fc.record({ durationMonths: outOfRange(1, 1200) }),
  fc.record({ holdDays: outOfRange(0, 3650) }),
  fc.record({ threshold: wrongMoney }),
  fc.record({ windowDays: outOfRange(1, 365) }),
  fc.record({ allowExistingShops: fc.constantFrom('true', 0, null) }),
  fc.record({ thresholds: fc.oneof(fc.array(wrongMoney, { minLength: 1 }), fc.constant(null)) }),
  fc.record({ thresholds: fc.array(money, { minLength: 31, maxLength: 31 }) }),
  fc.stringMatching(/^[a-z0-9_/~]{1,12}$/).map((name) => ({ [name]: 1 })),
  fc.constant({ holdDays: undefined }),
)

// Far from every bound, so that the moment at which each side looks does not matter.
const instants = fc.constantFrom(
  undefined,
  new Date(Date.now() + dayMs).toISOString(),
  new Date(Date.now() + dayMs).toISOString().replace('Z', '+00:00'),
)
const wrongInstants = fc.constantFrom(
  new Date(Date.now() - dayMs).toISOString(),
  new Date(Date.now() + 20 * 365 * dayMs).toISOString(),
  '2027-01-01',
  'tomorrow',
  1_800_000_000_000,
  null,
)

/** Bodies of terms writes: good ones, and ones with a wrong type, a broken rule, or several faults. */
export const termsRequests: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ rules, effectiveAt: instants }) },
  { weight: 1, arbitrary: fc.record({ rules, effectiveAt: wrongInstants }) },
  {
    weight: 4,
    arbitrary: fc.record({
      rules: fc
        .tuple(rules, wrongMember, fc.option(wrongMember))
        .map(([right, one, two]) => ({ ...right, ...one, ...two })),
      effectiveAt: fc.oneof(instants, wrongInstants),
    }),
  },
  { weight: 1, arbitrary: fc.jsonValue().filter((value) => typeof value === 'object') },
)
