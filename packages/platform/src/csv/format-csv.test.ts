import { expect, test } from 'vitest'
import { formatCsvLine } from './format-csv.ts'

test.each(['=1', '+1', '-x', '@x', '＝1', '＋1', '－1', '＠x', '\t1'])(
  'makes no formula of a cell that begins like one: %j [D253]',
  (text) => {
    expect(formatCsvLine([text, 'b'])).toBe(`'${text},b\r\n`)
  },
)

test.each(['-1.50', '1＝1', 'a'])('leaves a number, and a text that is none: %s [D226]', (text) => {
  expect(formatCsvLine([text])).toBe(`${text}\r\n`)
})
