import { expect, test } from 'vitest'
import { formatCell } from './table.ts'

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
