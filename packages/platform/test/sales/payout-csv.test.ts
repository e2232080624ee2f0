import { readPayoutCsv, SalesFileError } from '@affiliate-platform/platform/sales'
import { expect, it } from 'vitest'
import { collect, toChunks } from './bytes.ts'

const header =
  'Shop,Charge ID,Charge Creation Time,Charge Type,Category,Partner Share,Partner Sale,' +
  'Partner Sale In Payout Currency,Payout Currency,App Title'
const row =
  'maple.myshopify.com,gid://shopify/AppSubscription/31,2026-08-07T07:02:51Z,App sale – 30-day subscription,' +
  'App,18.45,19.0,19.00,USD,"Maple, ""the"" app"'

const readCsv = (...lines: readonly string[]) => collect(readPayoutCsv(toChunks(lines.join('\r\n'))))

it('reads a row in one shape', async () => {
  expect(await readCsv(`\u{feff}${header}`, row, '')).toEqual([
    {
      line: 2,
      shopDomain: 'maple.myshopify.com',
      chargeId: 'gid://shopify/AppSubscription/31',
      chargedAt: '2026-08-07T07:02:51.000000Z',
      chargeType: 'App sale – 30-day subscription',
      kind: 'subscription_sale',
      partnerShare: '18.45',
      partnerSale: '19',
      partnerSaleInPayoutCurrency: '19',
      payoutCurrency: 'USD',
      appTitle: 'Maple, "the" app',
    },
  ])
})

it.each([
  ['App sale – 30-day subscription', 'subscription_sale'],
  ['App sale – yearly subscription', 'subscription_sale'],
  ['App sale – usage', 'usage_sale'],
  ['App sale – one-time', 'one_time_sale'],
  ['App refund', 'adjustment'],
  ['App downgrade', 'adjustment'],
  ['App credit', 'credit'],
  ['App credit refund', 'credit'],
  ['Payout correction', null],
  ['Theme sale', null],
])('knows "%s"', async (chargeType, kind) => {
  const rows = await readCsv(header, row.replace('App sale – 30-day subscription', chargeType))
  expect(rows[0]).toMatchObject({ chargeType, kind })
})

it.each([
  ['"$1,234.50"', '1234.5'],
  ['€19.00', '19'],
  ['-$5.00', '-5'],
  ['$-5.00', '-5'],
  ['US$ 0.01', '0.01'],
  ['CAD 7', '7'],
])('reads the amount %s', async (amount, partnerShare) => {
  expect((await readCsv(header, row.replace('18.45', amount)))[0]).toMatchObject({ partnerShare })
})

it.each([
  ['2026-08-07', '2026-08-07T00:00:00.000000Z'],
  ['2026-08-07 07:02:51 UTC', '2026-08-07T07:02:51.000000Z'],
  ['2026-08-07 07:02:51 -0400', '2026-08-07T11:02:51.000000Z'],
])('reads the time %s', async (time, chargedAt) => {
  expect((await readCsv(header, row.replace('2026-08-07T07:02:51Z', time)))[0]).toMatchObject({ chargedAt })
})

it('takes an empty charge, as refunds have, and columns in another order or missing', async () => {
  const lines = [
    'Partner Sale,Partner Share,Shop,Charge ID,Charge Creation Time,Charge Type',
    '-19.0,-18.45,Maple.myshopify.com,,2026-08-07,App refund',
  ]
  expect(await readCsv(...lines)).toMatchObject([
    { chargeId: null, partnerShare: '-18.45', shopDomain: 'maple.myshopify.com', payoutCurrency: null },
  ])
})

it.each([
  ['a missing column', 1, [header.replace('Partner Share', 'Share'), row]],
  ['an amount that is none', 3, [header, row, row.replace('18.45', '1.845,00')]],
  ['two signs', 3, [header, row, row.replace('18.45', '-$-5')]],
  ['an empty amount', 3, [header, row, row.replace('18.45', '')]],
  ['a time that is none', 2, [header, row.replace('2026-08-07T07:02:51Z', '07/08/2026')]],
  ['a row that is cut', 3, [header, row, 'maple.myshopify.com,gid']],
  ['a quote that never ends', 2, [header, `"${row}`]],
])('ends at %s, and names the line', async (_, line, lines) => {
  const error = await readCsv(...lines).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SalesFileError)
  expect(error).toMatchObject({ line, message: expect.stringMatching(new RegExp(`^Line ${line}: .*\\.$`)) })
})

it('hands a failing source on, and closes it where the caller stops early', async () => {
  async function* failing() {
    yield new TextEncoder().encode(`${header}\n${row}\n`)
    throw new Error('disk gone')
  }
  await expect(collect(readPayoutCsv(failing()))).rejects.toThrow('disk gone')
  let isClosed = false
  async function* endless() {
    try {
      yield new TextEncoder().encode(`${header}\n`)
      for (;;) yield new TextEncoder().encode(`${row}\n`)
    } finally {
      isClosed = true
    }
  }
  for await (const { line } of readPayoutCsv(endless())) if (line === 3) break
  await expect.poll(() => isClosed).toBe(true)
})
