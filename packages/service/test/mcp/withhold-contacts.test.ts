import { expect, test } from 'vitest'
import { withholdContacts } from '../../src/mcp/withhold-contacts.ts'

const withheld = '[e-mail withheld]'

test.each([
  'mia@example.com',
  'mia＠example.com',
  'mia﹫example.com',
  'mia%40example.com',
  'mia@ example.com',
  'mia @ example.com',
  'mia@@example',
])('withholds what is written like an e-mail address: %s [D133]', (address) => {
  expect(withholdContacts(`Ask ${address} today`)).toBe(`Ask ${withheld} today`)
})

test.each(['Mia at example.com', '@mia on the forum', '40% of example.com', 'open @ noon'])(
  'leaves what is none: %s [D133]',
  (text) => {
    expect(withholdContacts(text)).toBe(text)
  },
)
