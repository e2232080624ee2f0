import type { TermsRules } from '@affiliate-platform/contract'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  buildLine,
  buildMoneyWorld,
  buildRefund,
  type SaleLine,
} from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { voidReferral } from '../../src/referrals/void-referral.ts'

interface Example {
  readonly what: string
  readonly rules?: Partial<Record<keyof TermsRules, unknown>>
  readonly installedAt?: string
  /** Files, imported one after the other. */
  readonly files: readonly (readonly SaleLine[])[]
  readonly amounts: readonly bigint[]
  readonly skipped?: readonly string[]
}

const sale = (id: number, changes: SaleLine = {}) => buildLine({ platformId: `sale/${id}`, ...changes })
const refund = (id: number, changes: SaleLine = {}) => buildRefund({ platformId: `refund/${id}`, ...changes })
const at = (collectedAt: string) => ({ collectedAt })
const price = (gross: string, currency = 'USD') => ({ gross, net: gross, currency })

const examples: readonly Example[] = [
  { what: '1: 20 % of gross', files: [[sale(1)]], amounts: [380n] },
  { what: '2: 20 % of net', rules: { basis: 'net' }, files: [[sale(1)]], amounts: [369n] },
  {
    what: '3: fractions are carried',
    files: [[sale(1, price('19.99')), sale(2, price('19.99')), sale(3, price('19.99'))]],
    amounts: [399n, 400n, 400n],
  },
  { what: '5: a refund in the hold', files: [[sale(1)], [refund(1)]], amounts: [380n, -380n] },
  {
    what: '7: a refund in three parts',
    files: [
      [sale(1, price('19.99'))],
      [refund(1, price('-6.66')), refund(2, price('-6.66')), refund(3, price('-6.67'))],
    ],
    amounts: [399n, -133n, -133n, -133n],
  },
  {
    what: '8: a whole refund with the fee kept',
    rules: { basis: 'net' },
    files: [[sale(1)], [refund(1, { net: '-19.00' })], [sale(2, at('2026-03-01T00:00:00Z'))]],
    amounts: [369n, -369n, 369n],
  },
  {
    what: '8: half a refund',
    rules: { basis: 'net' },
    files: [[sale(1)], [refund(1, { gross: '-9.50', net: '-9.50' })]],
    amounts: [369n, -185n],
  },
  {
    what: '9: one month from the 31st',
    rules: { durationMonths: 1 },
    installedAt: '2026-01-31T10:00:00.000Z',
    files: [[sale(1, at('2026-02-28T09:59:59.999Z')), sale(2, at('2026-02-28T10:00:00Z'))]],
    amounts: [380n],
    skipped: ['sale/2 after_duration'],
  },
  {
    what: '9: two months from the 31st',
    rules: { durationMonths: 2 },
    installedAt: '2026-01-31T10:00:00.000Z',
    files: [[sale(1, at('2026-03-31T09:59:59.999Z')), sale(2, at('2026-03-31T10:00:00Z'))]],
    amounts: [380n],
    skipped: ['sale/2 after_duration'],
  },
  {
    what: '10: twelve months from a leap day',
    rules: { durationMonths: 12 },
    installedAt: '2024-02-29T00:00:00.000Z',
    files: [[sale(1, at('2025-02-27T23:59:59.999Z')), sale(2, at('2025-02-28T00:00:00Z'))]],
    amounts: [380n],
    skipped: ['sale/2 after_duration'],
  },
  {
    what: '11: an install reward alone',
    rules: { rateBps: 0, cpi: { amountMinor: '500', currency: 'USD' } },
    files: [[sale(1)]],
    amounts: [500n],
    skipped: ['sale/1 no_rate'],
  },
  {
    what: '12: reward and sale in two currencies',
    rules: { cpi: { amountMinor: '500', currency: 'EUR' } },
    files: [[sale(1, price('300.00'))]],
    amounts: [500n, 6000n],
  },
  {
    what: '13: a kind that is not included',
    rules: { includedSaleKinds: ['subscription_sale'] },
    files: [[sale(1), sale(2, { kind: 'usage_sale', ...price('5.00') })]],
    amounts: [380n],
    skipped: ['sale/2 kind_not_included'],
  },
  {
    what: '14: half of a year is taken back',
    files: [[sale(1, price('190.0'))], [refund(1, { ...price('-95.0'), ...at('2026-08-01T00:00:00Z') })]],
    amounts: [3800n, -1900n],
  },
  {
    what: '15: a currency without decimals',
    rules: { rateBps: 750 },
    files: [[sale(1, price('1005', 'JPY')), sale(2, price('1005', 'JPY'))]],
    amounts: [75n, 75n],
  },
  { what: '15: one with three', files: [[sale(1, price('1.234', 'KWD'))]], amounts: [246n] },
  {
    what: '16: the last cent',
    rules: { rateBps: 10_000 },
    files: [[sale(1, price('49.99'))], [sale(2, price('0.01'))]],
    amounts: [4999n, 1n],
  },
  {
    what: '18: a refund of a sale before the referral',
    files: [
      [sale(1, at('2025-12-31T23:59:59Z')), sale(2, { chargeId: 'gid://shopify/AppSubscription/2' })],
      [refund(1)],
    ],
    amounts: [380n],
    skipped: ['sale/1 before_referral'],
  },
  { what: '19: a refund without a sale', files: [[refund(1)]], amounts: [] },
  {
    what: '21: two sales in one second',
    files: [[sale(1), sale(2)]],
    amounts: [380n, 380n],
  },
  {
    what: '22: a corrected net',
    rules: { basis: 'net' },
    files: [[sale(1)], [sale(1, { net: '18.40' })]],
    amounts: [369n, -1n],
  },
  { what: '23: a refund before its sale', files: [[refund(1)], [sale(1)]], amounts: [380n, -380n] },
]

describeOnEachEngine('the worked examples, through the database', (database) => {
  test.each(examples)('$what [D62]', async ({ rules = {}, installedAt, files, amounts, skipped = [] }) => {
    const world = await buildMoneyWorld(database(), { rules, ...(installedAt && { installedAt }) })
    const reasons: string[] = []
    for (const file of files) {
      const report = await world.importLines(file)
      expect(report).toMatchObject({ new: report.read - report.revised, known: 0, setAside: [] })
      reasons.push(...report.skipped.map(({ platformId, reason }) => `${platformId} ${reason}`))
    }
    expect(await world.amounts()).toEqual(amounts)
    expect(reasons).toEqual(skipped)

    for (const file of files) {
      expect(await world.importLines(file)).toMatchObject({
        new: 0,
        revised: 0,
        known: file.length,
        posted: 0,
      })
    }
    expect(await world.amounts()).toEqual(amounts)
  })

  test('4: 1,000 usage sales of 0.04 are worth 8.00 together [D62]', async () => {
    const world = await buildMoneyWorld(database())
    const usage = Array.from({ length: 1000 }, (_, index) =>
      sale(index, { kind: 'usage_sale', ...price('0.04') }),
    )
    await world.importLines(usage)
    const amounts = await world.amounts()
    expect(amounts.filter((amount) => amount === 1n)).toHaveLength(800)
    expect(amounts.filter((amount) => amount === 0n)).toHaveLength(200)
  })

  test('5, 17: hold and refund are available at one instant, to the millisecond [2.2-holdDays]', async () => {
    const world = await buildMoneyWorld(database())
    await world.importLines([sale(1), refund(1)])
    const available = (await world.commissions()).map(({ availableAt }) => availableAt.toISOString())
    expect(available).toEqual(['2026-03-03T00:00:00.000Z', '2026-03-03T00:00:00.000Z'])
  })

  test('11: the install reward is held like a sale [2.2-cpi]', async () => {
    const rules = { rateBps: 0, cpi: { amountMinor: '500', currency: 'USD' } }
    const world = await buildMoneyWorld(database(), { rules })
    const [reward] = await world.commissions()
    expect(reward).toMatchObject({ cause: 'install_reward', saleKind: null, collectionPlatformId: null })
    expect(reward?.availableAt.toISOString()).toBe('2026-01-31T00:00:00.000Z')
  })

  test('24: a voided referral gives back its reward and its sales, and earns nothing more [D64]', async () => {
    const world = await buildMoneyWorld(database(), {
      rules: { cpi: { amountMinor: '500', currency: 'USD' } },
    })
    await world.importLines([sale(1)])
    const cause = { reason: 'fraud', actor: 'operator:mia' }
    expect(await voidReferral(database(), world, cause)).toEqual({ ok: true, posted: 2 })
    expect(await voidReferral(database(), world, cause)).toEqual({ ok: false, rejection: 'voided_already' })

    const late = await world.importLines([sale(2)])
    expect(late.skipped).toEqual([{ platformId: 'sale/2', reason: 'referral_voided' }])
    expect(await world.amounts()).toEqual([500n, 380n, -500n, -380n])
  })

  test('a void takes back a sale that was refunded in part, down to nothing [D62]', async () => {
    const world = await buildMoneyWorld(database())
    await world.importLines([sale(1), refund(1, price('-9.50'))])
    await voidReferral(database(), world, { reason: 'fraud', actor: 'operator:mia' })
    expect(await world.amounts()).toEqual([380n, -190n, -190n, 0n])
  })
})
