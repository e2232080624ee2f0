import {
  type AppTransaction,
  type ContractRules,
  desired,
  type Entry,
  post,
  type ReferralContract,
  type ShopFacts,
  toPosted,
} from '@affiliate-platform/commission-engine'
import { describe, expect, it } from 'vitest'
import { addMonths } from '../src/lib/add-months.ts'
import { at, buildContract, buildReferral, buildRules, exact, buildCollection as row } from './builders.ts'
import { engine, startProgram } from './program.ts'

const usage = { kind: 'usage_sale', chargeId: 'gid://shopify/AppUsageRecord/7' } as const
const eur = (amountMinor: string) => ({ amountMinor, currency: 'EUR' })
const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })

/** The facts of a shop with one contract, 20 % and held 30 days unless the rules say other. */
function shop(appTransactions: readonly AppTransaction[], rules: Partial<ContractRules> = {}): ShopFacts {
  const referral = buildReferral({ contracts: [buildContract(rules)] })
  return { referrals: [referral], appTransactions, refundLinks: new Map() }
}

const postAll = (facts: ShopFacts): readonly Entry[] => post(facts, toPosted([]))
const amounts = (entries: readonly { amountMinor: bigint }[]): string =>
  entries.map(({ amountMinor }) => `${amountMinor}`).join(' ')
const availability = (entries: readonly Entry[]): readonly string[] =>
  entries.map(({ availableAtMs }) => new Date(availableAtMs).toISOString().replace(':00.000Z', 'Z'))
const reasons = (facts: ShopFacts): readonly string[] => desired(facts).skipped.map(({ reason }) => reason)

const usageOf = (count: number): readonly AppTransaction[] =>
  Array.from({ length: count }, (_, index) =>
    row({ gross: '0.04', on: '2026-02-01', platformId: `u${String(index).padStart(4, '0')}`, ...usage }),
  )

interface Example {
  readonly number: number
  readonly title: string
  readonly facts: ShopFacts
  readonly entries: string
  readonly skipped?: readonly string[]
}

const examples: readonly Example[] = [
  {
    number: 1,
    title: '19.0 at 20 % of the gross',
    facts: shop([row({ gross: '19.0', net: '18.45', on: '2026-02-01' })]),
    entries: '380',
  },
  {
    number: 2,
    title: '19.0 at 20 % of the net, 18.45',
    facts: shop([row({ gross: '19.0', net: '18.45', on: '2026-02-01' })], { basis: 'net' }),
    entries: '369',
  },
  {
    number: 3,
    title: '19.99 three times: the fractions add up',
    facts: shop(['2026-02-01', '2026-03-01', '2026-04-01'].map((on) => row({ gross: '19.99', on }))),
    entries: '399 400 400',
  },
  {
    number: 5,
    title: 'a sale of 1 February, refunded on 10 February',
    facts: shop([row({ gross: '19.0', on: '2026-02-01' }), row({ gross: '-19.0', on: '2026-02-10' })]),
    entries: '380 -380',
  },
  {
    number: 7,
    title: '19.99, refunded in three parts',
    facts: shop([
      row({ gross: '19.99', on: '2026-02-01' }),
      row({ gross: '-6.66', on: '2026-02-10' }),
      row({ gross: '-6.66', on: '2026-02-11' }),
      row({ gross: '-6.67', on: '2026-02-12' }),
    ]),
    entries: '399 -133 -133 -133',
  },
  {
    number: 8,
    title: 'net 18.45, refunded in full with the fee kept, and the next month',
    facts: shop(
      [
        row({ gross: '19.0', net: '18.45', on: '2026-02-01' }),
        row({ gross: '-19.0', net: '-19.0', on: '2026-02-10' }),
        row({ gross: '19.0', net: '18.45', on: '2026-03-01' }),
      ],
      { basis: 'net' },
    ),
    entries: '369 369 -369',
  },
  {
    number: 8,
    title: 'net 18.45, half of it refunded',
    facts: shop(
      [
        row({ gross: '19.0', net: '18.45', on: '2026-02-01' }),
        row({ gross: '-9.5', net: '-9.5', on: '2026-02-10' }),
      ],
      { basis: 'net' },
    ),
    entries: '369 -185',
  },
  {
    number: 13,
    title: 'usage that is not included',
    facts: shop(
      [row({ gross: '19.0', on: '2026-02-01' }), row({ gross: '5.0', on: '2026-02-02', ...usage })],
      {
        includedSaleKinds: ['subscription_sale'],
      },
    ),
    entries: '380',
    skipped: ['kind_not_included'],
  },
  {
    number: 14,
    title: 'a year of 190.0, half of it taken back after six months',
    facts: shop([row({ gross: '190.0', on: '2026-02-01' }), row({ gross: '-95.0', on: '2026-08-01' })]),
    entries: '3800 -1900',
  },
  {
    number: 15,
    title: 'yen, which have no decimals, at 7.5 %',
    facts: shop(
      [row({ gross: '1005 JPY', on: '2026-02-01' }), row({ gross: '1005 JPY', on: '2026-03-01' })],
      { rateBps: 750 },
    ),
    entries: '75 75',
  },
  {
    number: 15,
    title: 'Kuwaiti dinars, which have three decimals',
    facts: shop([row({ gross: '1.234 KWD', on: '2026-02-01' })]),
    entries: '246',
  },
  {
    number: 18,
    title: 'a refund of a sale before the referral',
    facts: shop([
      row({ gross: '19.0', on: '2025-12-20' }),
      row({ gross: '-19.0', on: '2026-01-05' }),
      row({ gross: '19.0', on: '2026-01-20' }),
    ]),
    entries: '380',
    skipped: ['before_referral'],
  },
  {
    number: 21,
    title: 'two sales in one second, with consecutive ids',
    facts: shop([
      row({ gross: '19.0', on: '2026-02-01', platformId: 'gid://partners/AppSubscriptionSale/764220980' }),
      row({ gross: '19.0', on: '2026-02-01', platformId: 'gid://partners/AppSubscriptionSale/764220981' }),
    ]),
    entries: '380 380',
  },
]

describe('the worked examples: 20 %, held 30 days, installed on 1 January 2026', () => {
  it.each(examples)('$number: $title earns $entries [D62]', ({ facts, entries, skipped = [] }) => {
    expect(amounts(postAll(facts))).toBe(entries)
    expect(reasons(facts)).toEqual(skipped)
  })

  it('4: 1,000 usage sales of 0.04 earn 800 times 1 and 200 times 0 [D62]', () => {
    const entries = postAll(shop(usageOf(1000)))

    expect(entries.filter(({ amountMinor }) => amountMinor === 1n)).toHaveLength(800)
    expect(entries.filter(({ amountMinor }) => amountMinor === 0n)).toHaveLength(200)
  })

  it('5: a sale and its refund in the hold become available together', () => {
    const facts = shop([row({ gross: '19.0', on: '2026-02-01' }), row({ gross: '-19.0', on: '2026-02-10' })])

    expect(availability(postAll(facts))).toEqual(['2026-03-03T00:00Z', '2026-03-03T00:00Z'])
  })

  it('6: a debt after a payout is carried over until later sales have covered it', () => {
    const program = startProgram(engine, [buildReferral()])
    const summary = (asOf: string): string =>
      program
        .run(at(asOf))
        .map(({ decision, sumMinor }) => `${decision} ${sumMinor}`)
        .join()

    program.importRows([row({ gross: '19.0', on: '2026-02-01' })])
    expect(summary('2026-03-15')).toBe('paid 380')
    program.importRows([row({ gross: '-19.0', on: '2026-03-20' })])
    expect(summary('2026-04-01')).toBe('nothing_due -380')
    program.importRows([row({ gross: '19.0', on: '2026-04-01' })])
    expect(summary('2026-05-05')).toBe('nothing_due 0')
    program.importRows([row({ gross: '19.0', on: '2026-05-01' })])
    expect(summary('2026-06-05')).toBe('paid 380')
    expect(program.payouts.at(-1)?.lines).toHaveLength(3)
  })

  it.each([
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2026-01-31T10:00:00Z', 2, '2026-03-31T10:00:00.000Z'],
    ['2028-02-29T00:00:00Z', 12, '2029-02-28T00:00:00.000Z'],
    ['2028-02-29T00:00:00Z', 48, '2032-02-29T00:00:00.000Z'],
  ])('9, 10: an install of %s, %i months on, is %s [D53]', (installedAt, months, end) => {
    expect(new Date(addMonths(at(installedAt), months)).toISOString()).toBe(end)
  })

  it('9: the last millisecond of the duration counts, the next one does not [D53]', () => {
    const contract: ReferralContract = {
      id: 'c1',
      appliesFromMs: 0,
      rules: buildRules({ durationMonths: 1 }),
    }
    const referral = buildReferral({ installedAtMs: at('2026-01-31T10:00:00Z'), contracts: [contract] })
    const appTransactions = ['2026-02-28T09:59:59.999Z', '2026-02-28T10:00:00.000Z'].map((on) =>
      row({ gross: '19.0', on }),
    )
    const facts: ShopFacts = { referrals: [referral], appTransactions, refundLinks: new Map() }

    expect(amounts(postAll(facts))).toBe('380')
    expect(desired(facts).skipped).toEqual([{ appTransaction: appTransactions[1], reason: 'after_duration' }])
  })

  it('11: an install reward is earned once, also after a reinstall', () => {
    const referral = buildReferral({ contracts: [buildContract({ rateBps: 0, cpi: usd('500') })] })
    const program = startProgram(engine, [referral])
    const entries = program.importRows([])

    expect(amounts(entries)).toBe('500')
    expect(availability(entries)).toEqual(['2026-01-31T00:00Z'])
    expect(program.changeReferral({ ...referral })).toEqual([])
  })

  it('12: reward and sale in two currencies are two payouts, each with its own threshold [D56]', () => {
    const referral = buildReferral({ contracts: [buildContract({ cpi: eur('500') })] })
    const program = startProgram(engine, [referral], (_, currency) => ({
      thresholdMinor: currency === 'USD' ? 5000n : undefined,
      excludedBecause: null,
    }))
    program.importRows([row({ gross: '300.0', on: '2026-01-01' })])

    expect(program.run(at('2026-02-01'))).toMatchObject([
      { currency: 'EUR', decision: 'paid', sumMinor: 500n, warnings: ['no_threshold_for_currency'] },
      { currency: 'USD', decision: 'paid', sumMinor: 6000n, thresholdMinor: 5000n, warnings: [] },
    ])
  })

  it('16: a sum is compared with the threshold, and equal is enough', () => {
    const referral = buildReferral({ contracts: [buildContract({ rateBps: 10_000 })] })
    const rules = { thresholdMinor: 5000n, excludedBecause: null }
    const program = startProgram(engine, [referral], () => rules)

    program.importRows([row({ gross: '49.99', on: '2026-02-01' })])
    expect(program.run(at('2026-04-01'))).toMatchObject([{ decision: 'below_threshold', sumMinor: 4999n }])
    program.importRows([row({ gross: '0.01', on: '2026-02-02' })])
    expect(program.run(at('2026-04-02'))).toMatchObject([{ decision: 'paid', sumMinor: 5000n }])
  })

  it('17: the hold ends to the millisecond', () => {
    const program = startProgram(engine, [buildReferral()])
    program.importRows([row({ gross: '19.0', on: '2026-02-01' })])

    expect(program.run(at('2026-03-02T23:59:59.999Z'))).toMatchObject([{ sumMinor: 0n, heldMinor: 380n }])
    expect(program.run(at('2026-03-03T00:00:00.000Z'))).toMatchObject([{ decision: 'paid', sumMinor: 380n }])
  })

  it('19: a refund without a sale takes nothing back', () => {
    const facts = shop([row({ gross: '-19.0', on: '2026-02-10' })])

    expect(postAll(facts)).toEqual([])
    expect(desired(facts).allocations).toMatchObject([{ takes: [], remainderNano: exact('19.0').amountNano }])
  })

  it('20: a refund takes back what the contract of the taken sale gave [D55]', () => {
    const march = buildContract()
    const april: ReferralContract = {
      id: 'c2',
      appliesFromMs: at('2026-04-01'),
      rules: buildRules({ rateBps: 3000 }),
    }
    const appTransactions = [
      row({ gross: '19.0', on: '2026-03-10' }),
      row({ gross: '19.0', on: '2026-04-10' }),
      row({ gross: '-19.0', on: '2026-05-01' }),
    ]
    const referrals = [buildReferral({ contracts: [april, march] })]

    expect(amounts(postAll({ referrals, appTransactions, refundLinks: new Map() }))).toBe('380 570 -570')
  })

  it('22: a corrected net is posted as a difference', () => {
    const program = startProgram(engine, [buildReferral({ contracts: [buildContract({ basis: 'net' })] })])
    const sale = row({ gross: '19.0', net: '18.45', on: '2026-02-01' })

    expect(amounts(program.importRows([sale]))).toBe('369')
    const corrected = { ...sale, revision: 2, net: exact('18.40') }
    expect(program.importRows([corrected])).toMatchObject([
      {
        amountMinor: -1n,
        cause: 'restatement',
        accruedAtMs: at('2026-02-01'),
        availableAtMs: at('2026-03-03'),
      },
    ])
  })

  it('23: a refund that is imported before its sale waits for it', () => {
    const program = startProgram(engine, [buildReferral()])

    expect(program.importRows([row({ gross: '-19.0', on: '2026-02-10' })])).toEqual([])
    const entries = program.importRows([row({ gross: '19.0', on: '2026-02-01' })])
    expect(amounts(entries)).toBe('380 -380')
  })

  it('24: a voided referral takes everything back, after a payout too', () => {
    const referral = buildReferral({ contracts: [buildContract({ cpi: usd('500') })] })
    const program = startProgram(engine, [referral])
    program.importRows([row({ gross: '19.0', on: '2026-02-01' })])
    expect(program.run(at('2026-03-10'))).toMatchObject([{ decision: 'paid', sumMinor: 880n }])

    const voidedAtMs = at('2026-03-20')
    expect(amounts(program.changeReferral({ ...referral, voidedAtMs }))).toBe('-500 -380')
    expect(program.run(at('2026-04-10'))).toMatchObject([{ decision: 'nothing_due', sumMinor: -880n }])
  })

  it('25: the line of a voided payout is in the next one, once', () => {
    const program = startProgram(engine, [buildReferral()])
    program.importRows([row({ gross: '19.0', on: '2026-02-01' })])
    program.run(at('2026-03-10'))
    program.voidPayout(0)
    program.run(at('2026-03-11'))
    program.run(at('2026-03-12'))

    expect(program.payouts.map(({ lines, isVoided }) => [lines, isVoided])).toEqual([
      [['e000001'], true],
      [['e000001'], false],
    ])
  })
})
