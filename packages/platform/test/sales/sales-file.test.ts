import { readSalesFile, SalesFileError, surveySalesFile } from '@affiliate-platform/platform/sales'
import { expect, it } from 'vitest'
import { collect, toChunks } from './bytes.ts'

const sale = {
  platformId: 'sale-1',
  kind: 'subscription_sale',
  shopDomain: 'maple-lantern.myshopify.com',
  chargeId: 'gid://shopify/AppSubscription/31',
  billingInterval: 'EVERY_30_DAYS',
  gross: '19.0',
  net: '18.45',
  currency: 'USD',
  collectedAt: '2026-08-07T07:02:51.000000Z',
}

const toLine = (changes: object = {}) => JSON.stringify({ ...sale, ...changes })

async function readFile(text: string | Uint8Array) {
  const survey = await surveySalesFile(toChunks(text))
  return await collect(readSalesFile(toChunks(text), survey))
}

async function readFault(text: string | Uint8Array): Promise<SalesFileError> {
  const error = await readFile(text).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SalesFileError)) throw new Error('the file was read', { cause: error })
  return error
}

it('reads a line as an app transaction', async () => {
  const [page] = await readFile(toLine())
  expect(page).toEqual({
    rows: [
      {
        platformId: 'sale-1',
        kind: 'subscription_sale',
        shopDomain: 'maple-lantern.myshopify.com',
        shopNumber: null,
        chargeId: 'gid://shopify/AppSubscription/31',
        billingInterval: 'EVERY_30_DAYS',
        gross: '19',
        grossCurrency: 'USD',
        net: '18.45',
        netCurrency: 'USD',
        platformFee: null,
        collectedAt: '2026-08-07T07:02:51.000000Z',
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ],
    setAside: [],
    read: 1,
    replaced: 0,
    latestAt: '2026-08-07T07:02:51.000000Z',
  })
})

it.each([
  ['a byte order mark', `\u{feff}${toLine()}\n`],
  ['CRLF', `${toLine()}\r\n`],
  ['no last line end', toLine()],
  ['blank lines', `\n\n${toLine()}\n   \n\r\n`],
  ['charge and interval left out', `${toLine({ chargeId: undefined, billingInterval: undefined })}\n`],
  ['a line separator in a text', toLine({ chargeId: null, shopDomain: ' maple.myshopify.com\u{2028}' })],
])('takes a file with %s', async (_, text) => {
  const pages = await readFile(text)
  expect(pages.flatMap(({ rows }) => rows)).toHaveLength(1)
})

it('takes net in a currency of its own', async () => {
  const [page] = await readFile(toLine({ netCurrency: 'JPY', net: '2500' }))
  expect(page?.rows[0]).toMatchObject({ grossCurrency: 'USD', netCurrency: 'JPY', net: '2500' })
})

it.each([
  ['a number', { gross: 19.0 }, 'invalid_amount'],
  ['no gross', { gross: undefined }, 'no_gross'],
  ['no net', { net: null }, 'no_net'],
  ['no shop', { shopDomain: null }, 'no_shop'],
  ['an unknown kind', { kind: 'refund' }, 'unknown_kind'],
  ['an unknown currency', { currency: 'usd' }, 'unknown_currency'],
  ['a positive credit', { kind: 'credit' }, 'wrong_sign'],
  ['a local time', { collectedAt: '2026-08-07T07:02:51' }, 'invalid_time'],
  ['a charge with blanks', { chargeId: 'a b' }, 'invalid_charge'],
  ['a shop with NUL', { shopDomain: 'maple\u0000.myshopify.com' }, 'invalid_shop'],
  ['33 digits', { gross: '9'.repeat(33) }, 'too_many_digits'],
  ['an interval in lower case', { billingInterval: 'annual' }, 'invalid_interval'],
])('sets aside %s, and reads on', async (_, changes, reason) => {
  const [page] = await readFile(`${toLine(changes)}\n${toLine({ platformId: 'sale-2' })}\n`)
  expect(page?.setAside).toMatchObject([{ platformId: 'sale-1', reason }])
  expect(page?.rows).toMatchObject([{ platformId: 'sale-2' }])
})

const idFault =
  '"platformId" must be a text of 1 to 255 characters, without NUL and without half of a surrogate pair.'

it.each([
  ['text that is not JSON', '{"platformId":', 'it is not JSON. The file has one JSON object on each line.'],
  ['a list', '[]', 'it is not a JSON object.'],
  ['no id', toLine({ platformId: undefined }), idFault],
  ['an empty id', toLine({ platformId: '' }), idFault],
  ['an id with NUL', toLine({ platformId: 'a\u0000b' }), idFault],
  ['an id with half a surrogate pair', toLine({ platformId: 'a\ud83d' }), idFault],
  ['a misspelled key', toLine({ netCurency: 'EUR' }), 'unknown key "netCurency".'],
  ['a line without end', `"${'x'.repeat(70_000)}`, 'it has more than 65536 characters.'],
])('ends at %s, and names the line [D102]', async (_, text, message) => {
  const error = await readFault(`${toLine()}\r\n\r\n${text}`)
  expect(error).toMatchObject({ line: 3, message: `Line 3: ${message}` })
})

it('ends where a file is not UTF-8', async () => {
  const bytes = Buffer.concat([Buffer.from(`${toLine()}\n`), Buffer.from([0xe9, 0x0a])])
  expect(await readFault(bytes)).toMatchObject({ message: expect.stringContaining('UTF-8') })
})

it('reads pages of 500 lines, and of each sale the last line alone [D184]', async () => {
  const ids = Array.from({ length: 1001 }, (_, index) => `sale-${index % 1000}`)
  const pages = await readFile(ids.map((platformId) => toLine({ platformId })).join('\n'))
  expect(pages.map(({ read, replaced, rows }) => [read, replaced, rows.length])).toEqual([
    [500, 1, 499],
    [500, 0, 500],
    [1, 0, 1],
  ])
})
