import { expect, test } from 'vitest'
import { readAnalyticsFile } from '../../src/attribution/analytics/read-analytics-file.ts'

const header = 'event,visitor,occurred_at,page_location,shop_id,shop_url'
const time = '2026-02-01T00:00:00.123456Z'
const page = 'https://apps.shopify.com/reviews?mref=mia'

async function read(text: string, chunkBytes = 7) {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      yield bytes.subarray(start, start + chunkBytes)
  }
  const rows: object[] = []
  for await (const row of readAnalyticsFile(chunks())) rows.push(row)
  return rows
}

const atMs = Date.parse('2026-02-01T00:00:00.123Z')
const rows = [
  { line: 2, event: 'view', visitor: '1.2', atMs, pageLocation: page },
  { line: 3, event: 'install', visitor: '1.2', atMs, shopNumber: '4711', shopDomain: 'a.myshopify.com' },
  { line: 4, event: 'install', visitor: '1.2', atMs, shopNumber: null, shopDomain: null },
]

test('an export is read as CSV in any order of its columns [D335]', async () => {
  const lines = [`view,1.2,${time},"${page}",,`, `install,1.2,${time},,4711,https://A.myshopify.com/`]
  const csv = [header, ...lines, `install,1.2,${time},,,shop.example.com`].join('\r\n')
  expect(await read(`\uFEFF${csv}\r\n`)).toEqual(rows)
  const other = `visitor,event,shop_url,shop_id,page_location,occurred_at\n1.2,view,,,${page},${time}`
  expect(await read(other)).toEqual(rows.slice(0, 1))
})

test('an export is read as NDJSON, the number of a shop as integer or text [D335]', async () => {
  const view = { event: 'view', visitor: '1.2', occurred_at: time, page_location: page }
  const install = { event: 'install', visitor: '1.2', occurred_at: time, shop_url: 'a.myshopify.com' }
  for (const shop_id of [4711, '4711']) {
    const lines = ['', view, { ...install, shop_id }, { ...install, shop_url: null }]
    const text = lines.map((line) => (line === '' ? '' : JSON.stringify(line))).join('\n')
    expect(await read(text)).toEqual(rows)
  }
  expect(await read('')).toEqual([])
})

test.each([
  ['event,visitor', 'Line 1: the columns lack occurred_at, page_location, shop_id, shop_url.'],
  [`${header}\nsale,1,${time},,,`, 'Line 2: "event" must be "view" or "install".'],
  [`${header}\nview,,${time},${page},,`, 'Line 2: "visitor" must be a text of 1 to 255 characters.'],
  [`${header}\nview,1,2026-02-01,${page},,`, 'Line 2: "occurred_at" must be a time with its offset'],
  [`${header}\nview,1,${time},,,`, 'Line 2: "page_location" must be the address of the page'],
  [`${header}\ninstall,1,${time},,x,`, 'Line 2: "shop_id" must be a whole number'],
  [`${header}\nview,1,${time},${page},7,`, 'Line 2: "shop_id" must be'],
  [`${header}\nview,1,${time}`, 'Line 2: it cannot be read as CSV'],
  ['{"event":"view"', 'Line 1: it is not JSON.'],
  [
    `{"event":"install","visitor":"1","occurred_at":"${time}","shop":1}`,
    'Line 1: unknown key "shop"; there are event',
  ],
])('a row that cannot be read is told with its line and what is allowed [D335]', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})
