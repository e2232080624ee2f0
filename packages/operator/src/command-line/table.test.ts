import { expect, test } from 'vitest'
import { formatCell, formatTable } from './table.ts'

// Names and contacts come from outside, and must neither command a terminal nor turn a line around.
test.each([
  ['a control character', 'a\u001b[2Jb', 'a�[2Jb'],
  ['an override of the direction', 'Mara\u202etxt.exe', 'Mara�txt.exe'],
  ['an isolate', 'a\u2066b\u2069', 'a�b�'],
  ['a mark of the direction', 'a\u200fb', 'a�b'],
  ['one of several texts', ['ok', 'x\u202ey'], 'ok x�y'],
  ['a name in a language that runs to the left', 'דנה', 'דנה'],
])('shows %s [D146]', (_title, value, shown) => {
  expect(formatCell(value)).toBe(shown)
})

const rows = [
  { payee: 'שותפים 2', due: '125.00 USD', since: '2026-05-01' },
  { payee: 'Harbour Studio', due: '40.00 USD', since: '2026-05-02' },
  { payee: 'شَرِكَة', due: '7.00 USD', since: '2026-05-03' },
]

test('holds a name from right to left together, where a screen would put the amount before it [D151]', () => {
  const { text } = formatTable(rows, { columns: 80 })
  expect(text.split('\n').slice(1, 4)).toEqual([
    '\u2068שותפים 2\u2069        125.00 USD  2026-05-01',
    'Harbour Studio  40.00 USD   2026-05-02',
    // The four vowel marks take no place of their own.
    `\u2068شَرِكَة\u2069${' '.repeat(12)}7.00 USD    2026-05-03`,
  ])
})

test('adds nothing to a table that no screen shows [D151]', () => {
  expect(formatTable(rows).text).not.toMatch(/[\u2066-\u2069]/)
  expect(formatTable(rows).text).toContain('שותפים 2        125.00 USD')
})

test('shows the characters of a name that would turn the rest of the line round [D151]', () => {
  const turned = [
    { payee: 'Mia\u202e', due: '125.00 USD' },
    { payee: 'ש\u2069', due: '40.00 USD' },
  ]
  const { text } = formatTable(turned, { columns: 80 })
  expect(text).toBe('payee  due\nMia�   125.00 USD\n\u2068ש�\u2069     40.00 USD\n')
  expect(formatTable(turned).text).not.toContain('\u202e')
})

test('shows times in one form on a screen, and exact elsewhere', () => {
  const times = [
    {
      name: 'a',
      createdAt: new Date('2026-05-01T12:34:56.789Z'),
      collectedAt: '2026-05-01T12:34:56.000000Z',
    },
    { name: 'b', createdAt: null, collectedAt: null },
  ]
  for (const isWide of [false, true]) {
    const { text } = formatTable(times, { columns: 80, isWide })
    expect(text.split('\n').slice(0, 3)).toEqual([
      'name  created at        collected at',
      'a     2026-05-01 12:34  2026-05-01 12:34',
      'b     -                 -',
    ])
    // It is never cut.
    expect(formatTable(times, { columns: 20, first: ['name', 'collectedAt'], isWide }).text).toContain(
      ' 2026-05-01 12:34',
    )
  }
  expect(formatTable(times).text).toContain(' 2026-05-01T12:34:56.789Z  2026-05-01T12:34:56.000000Z\n')
})
