import {
  attributeUnits,
  desired,
  type PayoutLine,
  type ShopFacts,
} from '@affiliate-platform/commission-engine'
import { describe, expect, it } from 'vitest'
import { at, buildCollection, buildContract, buildReferral } from './builders.ts'
import { engine, startProgram } from './program.ts'

describe('corners of the calculation', () => {
  it.each([
    ['below 0', '0.10', '-0.20'],
    ['above 0 without a gross', '0', '0.50'],
  ])('a net %s has the base 0 [D99]', (_, gross, net) => {
    const referral = buildReferral({ contracts: [buildContract({ basis: 'net' })] })
    const appTransactions = [buildCollection({ gross, net, on: '2026-02-01' })]
    const facts: ShopFacts = { referrals: [referral], appTransactions, refundLinks: new Map() }

    expect(desired(facts)).toMatchObject({ bases: new Map(), skipped: [] })
  })

  it('what a refund gives back is available with the sale that it had taken [D186]', () => {
    const program = startProgram(engine, [buildReferral()])
    program.importRows([buildCollection({ gross: '19.0', on: '2026-02-01' })])
    program.importRows([buildCollection({ gross: '-19.0', on: '2026-05-20' })])
    const moved = program.importRows([buildCollection({ gross: '29.0', on: '2026-05-10' })])

    expect(moved.map(({ cause, amountMinor, availableAtMs }) => [cause, amountMinor, availableAtMs])).toEqual(
      [
        ['restatement', 380n, at('2026-03-03')],
        ['sale', 580n, at('2026-06-09')],
        ['adjustment', -380n, at('2026-06-09')],
      ],
    )
  })

  it('a void accrues at its time, and is available with what it takes back [D186]', () => {
    const referral = buildReferral()
    const program = startProgram(engine, [referral])
    program.importRows([buildCollection({ gross: '19.0', on: '2026-02-01' })])
    const voidedAtMs = at('2026-02-05')

    expect(program.changeReferral({ ...referral, voidedAtMs })).toMatchObject([
      { cause: 'void', accruedAtMs: voidedAtMs, availableAtMs: at('2026-03-03') },
    ])
  })

  it('a corrected time moves a sale and its refund to another availability [D186]', () => {
    const program = startProgram(engine, [buildReferral()])
    const sale = buildCollection({ gross: '19.0', on: '2026-02-01', platformId: 'sale' })
    program.importRows([sale, buildCollection({ gross: '-9.5', on: '2026-02-10' })])
    const moved = program.importRows([{ ...sale, revision: 2, collectedAtMs: at('2026-02-05') }])

    expect(
      moved.map(({ cause, amountMinor, accruedAtMs, availableAtMs }) => [
        cause,
        amountMinor,
        new Date(accruedAtMs).toISOString().slice(0, 10),
        new Date(availableAtMs).toISOString().slice(0, 10),
      ]),
    ).toEqual([
      ['restatement', 190n, '2026-02-10', '2026-03-03'],
      ['restatement', 380n, '2026-02-05', '2026-03-07'],
      ['restatement', -380n, '2026-02-01', '2026-03-03'],
      ['restatement', -190n, '2026-02-10', '2026-03-07'],
    ])
  })

  it('a sale of a voided referral is told from one before its successor [D99]', () => {
    const voided = buildReferral({ voidedAtMs: at('2026-03-01') })
    const later = { ...buildContract({}, 'c2'), appliesFromMs: at('2026-03-02') }
    const successor = buildReferral({ id: 'r2', contracts: [later] })
    const appTransactions = [buildCollection({ gross: '19.0', on: '2026-02-01' })]
    const reasonOf = (referrals: ShopFacts['referrals']) =>
      desired({ referrals, appTransactions, refundLinks: new Map() }).skipped.map(({ reason }) => reason)

    expect(reasonOf([voided])).toEqual(['referral_voided'])
    expect(reasonOf([voided, successor])).toEqual(['before_referral'])
  })

  it.each([
    ['wrong_sign', { gross: '-19.0', kind: 'subscription_sale' }],
    ['wrong_sign', { gross: '19.0', kind: 'adjustment' }],
    ['unknown_currency', { gross: '19.0 XTS' }],
  ] as const)(
    'a row that an import should have set aside is skipped as %s, and takes part in nothing',
    (reason, row) => {
      const good = buildCollection({ gross: '19.0', on: '2026-02-01' })
      const facts: ShopFacts = {
        referrals: [buildReferral()],
        appTransactions: [good, buildCollection({ on: '2026-02-02', ...row })],
        refundLinks: new Map(),
      }

      expect(desired(facts).skipped.map((skipped) => skipped.reason)).toEqual([reason])
      expect([...desired(facts).bases.values()].map(({ platformId }) => platformId)).toEqual([
        good.platformId,
      ])
    },
  )
})

describe('the units of a payout', () => {
  const line = (id: string, amountMinor: bigint, salePlatformId: string | null = id): PayoutLine => ({
    id,
    amountMinor,
    accruedAtMs: id.charCodeAt(0),
    salePlatformId,
  })
  const spans = (lines: readonly PayoutLine[]): readonly string[] =>
    attributeUnits(lines).map((span) => `${span.line.id} ${span.firstUnit}-${span.lastUnit}`)

  it.each([
    ['one after the other', [line('b', 20n), line('a', 10n)], ['a 1-10', 'b 11-30']],
    [
      'without the sale that was taken back',
      [line('a', 10n), line('b', 10n), line('c', -10n, 'a')],
      ['b 1-10'],
    ],
    [
      'the nearest before a reversal of an earlier payout',
      [line('a', 10n), line('b', 10n), line('c', -4n, 'x')],
      ['a 1-10', 'b 11-16'],
    ],
    [
      'a debt from before, out of what follows',
      [line('a', -15n, 'x'), line('b', 10n), line('c', 10n)],
      ['c 1-5'],
    ],
    ['more than the own sale, by rounding', [line('a', 9n), line('b', 5n), line('c', -10n, 'a')], ['b 1-4']],
    ['nothing for entries of 0', [line('a', 0n), line('b', 1n)], ['b 1-1']],
  ] as const)('come from commissions: %s [D99]', (_, lines, expected) => {
    expect(spans(lines)).toEqual(expected)
  })

  it('come from commissions in time in proportion to the lines [D148]', () => {
    // Looked through for each reversal, these accruals would take minutes.
    const lines = Array.from({ length: 100_000 }, (_, index) =>
      index % 4 === 3 ? line(`${index}`, -3n, `${index - 3}`) : line(`${index}`, 10n),
    )

    expect(attributeUnits(lines).at(-1)?.lastUnit).toBe(675_000n)
  })
})
