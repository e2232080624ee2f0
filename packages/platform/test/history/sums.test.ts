import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { importExport, summarize } from './import-export.ts'
import {
  buildAffiliate,
  buildCommission,
  buildExport,
  buildPaid,
  buildPayout,
  type Item,
  ids,
} from './mantle-export.ts'

const inCurrency = (code: string, item: Item): Item => ({
  ...item,
  transaction: { ...Object(item['transaction']), grossAmountCurrencyCode: code },
})

describeOnEachEngine('the sums of an import', (database) => {
  const balancesOf = async ({ workspaceId }: TestApp) => await listBalances(database(), { workspaceId })

  test('are those of each member, in the report and in the balances [D431]', async () => {
    const app = await insertApp(database())
    const random = startRandom()
    const sums = new Map([1, 2, 3].map((member) => [member, { exact: 0n, minor: 0n, paid: 0n, open: 0n }]))
    // Amounts of six decimals, of which a third is what a float makes of thirds.
    const items = Array.from({ length: 150 }, (_, index) => {
      const member = 1 + random.below(3)
      const micros = BigInt(1 + random.below(300_000_000))
      const isPaid = random.below(2) === 0
      const sum = sums.get(member)
      const minor = (micros + 5000n) / 10_000n
      if (sum === undefined || minor === 0n) return []
      sum.exact += micros
      sum.minor += minor
      if (isPaid) sum.paid += minor
      else sum.open += minor
      const text = `${micros / 1_000_000n}.${`${micros % 1_000_000n}`.padStart(6, '0')}`
      const of = {
        affiliateId: ids.affiliate(member),
        affiliateAttributionId: null,
        payoutId: ids.payout(member),
      }
      return [isPaid ? buildPaid(index, text, of) : buildCommission(index, text, { ...of, payoutId: null })]
    }).flat()
    const imported = await importExport(
      database(),
      app,
      buildExport({
        'affiliates.json': [1, 2, 3].map((number) => buildAffiliate(number)),
        'commissions.json': items,
        'payouts.json': [...sums].map(([member, { paid }]) =>
          buildPayout(member, `${paid / 100n}.${`${paid % 100n}`.padStart(2, '0')}`, {
            affiliateId: ids.affiliate(member),
          }),
        ),
      }),
    )
    const { members } = imported.report
    expect(members.count).toBe(3)
    expect(
      members.first.map(({ name, earned, ...sum }) => [name, BigInt(Math.round(Number(earned) * 1e6)), sum]),
    ).toEqual(
      [...sums].map(([member, { exact, minor, paid, open }]) => [
        `Affiliate ${member}`,
        exact,
        expect.objectContaining({
          ...{ earnedMinor: `${minor}`, paidMinor: `${paid}`, openMinor: `${open}` },
          ...{ cancelledMinor: '0', differenceMinor: '0' },
        }),
      ]),
    )
    const balances = (await balancesOf(app)).toSorted((a, b) => a.memberName.localeCompare(b.memberName))
    expect(balances.map(({ dueMinor, reportedMinor }) => [dueMinor, reportedMinor])).toEqual(
      [...sums.values()].map(({ open, paid }) => [`${open}`, `${paid}`]),
    )
    expect(await verifyMoney(database(), app.workspaceId)).toMatchObject({ difference: null })
  })

  test('of several currencies are never added: each is an import of its own [D431]', async () => {
    const app = await insertApp(database())
    const files = buildExport({
      'commissions.json': [
        inCurrency('USD', buildCommission(1, 1.005)),
        inCurrency('JPY', buildCommission(2, 1500.5)),
        inCurrency('KWD', buildCommission(3, 2.0005)),
        inCurrency('JPY', buildCommission(4, 99)),
      ],
    })
    const { report } = await importExport(database(), app, files)
    expect(report.setAside).toMatchObject([
      { reason: 'other_currency', currency: 'JPY', amountMinor: '1600', count: 2 },
      { reason: 'other_currency', currency: 'KWD', amountMinor: '2001', count: 1 },
    ])
    const inYen = await importExport(database(), app, files, { currency: 'JPY' })
    expect(inYen.report.money).toMatchObject({ earned: '1599.5', earnedMinor: '1600', openMinor: '1600' })
    expect(inYen.report.known).toContainEqual(
      expect.objectContaining({ kind: 'commission', currency: 'USD', amountMinor: '101' }),
    )
    expect(summarize(inYen).setAside).toEqual({ 'commission other_currency': 1 })
    await importExport(database(), app, files, { currency: 'KWD' })
    const balances = await balancesOf(app)
    expect(balances.map(({ currency, dueMinor }) => `${dueMinor} ${currency}`).sort()).toEqual([
      ...['101 USD', '1600 JPY', '2001 KWD'],
    ])
    expect(await verifyMoney(database(), app.workspaceId)).toMatchObject({ difference: null })
  })

  test('name what went out beyond a payout, and what an export says that nobody knows [D431]', async () => {
    const app = await insertApp(database())
    const { report } = await importExport(
      database(),
      app,
      buildExport({
        'affiliates.json': [buildAffiliate(1, { shoeSize: 43, nickname: null }, { favourite: true })],
        'commissions.json': [buildPaid(1, 10, { mood: 'good' }), buildPaid(2, 5, { mood: 'bad' })],
        'payouts.json': [buildPayout(1, 15, { amountPaid: 16.5 })],
      }),
    )
    expect(report.overpaid).toEqual({
      count: 1,
      first: [{ sourceId: ids.payout(1), amountMinor: '1500', paidMinor: '1650' }],
    })
    expect(report.unknownFields).toEqual([
      { file: 'affiliates.json', name: 'memberships.favourite', count: 1 },
      { file: 'affiliates.json', name: 'shoeSize', count: 1 },
      { file: 'commissions.json', name: 'mood', count: 2 },
    ])
    expect(await balancesOf(app)).toMatchObject([{ reportedMinor: '1500' }])
  })
})
