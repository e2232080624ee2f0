import { expect, test } from 'vitest'
import { splitResultFile, writeResultFile } from '../src/result-file.ts'

test('a result file is split between its rows, each part with the header [D345]', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => `AFF${index},"Müller\nand ""Co""",12.50,USD`)
  const parts = splitResultFile(`reference,name,amount,currency\r\n\r\n${rows.join('\r\n')}\r\n \r\n`)
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.every(({ content }) => content.startsWith('reference,name,amount,currency\nAFF'))).toBe(true)
  const sent = parts.map(({ content }) => content.split('\nAFF').slice(1))
  expect(parts.map(({ rowsBefore }) => rowsBefore)).toEqual(
    parts.map((_, index) => sent.slice(0, index).flat().length),
  )
  expect(sent.flat().map((row) => `AFF${row}`)).toEqual(rows)
})

test.each(['', 'reference,amount,currency', '"never closed'])(
  'a file without rows is one part: %s [D345]',
  (text) => {
    expect(splitResultFile(text)).toEqual([{ content: `${text}\n`, rowsBefore: 0 }])
  },
)

test('payments that were made together are rows with one reference and one day [D358]', () => {
  const rows = [
    { payoutId: 'a', amount: '1.50', currency: 'USD' },
    { payoutId: 'b', amount: '100', currency: 'JPY' },
  ]
  expect(writeResultFile(rows, { reference: 'batch "7"', paidOn: '2026-11-01' }).split('\n')).toEqual([
    'reference,amount,currency,transaction,paid_at',
    'a,1.50,USD,"batch ""7""","2026-11-01"',
    'b,100,JPY,"batch ""7""","2026-11-01"',
  ])
})
