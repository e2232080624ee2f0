import { expect, test } from 'vitest'
import { isFlood } from './is-flood.ts'

test.each([
  { day: 499, before: 0, expected: false },
  { day: 500, before: 0, expected: true },
  { day: 500, before: 1400, expected: true },
  { day: 500, before: 1401, expected: false },
  { day: 100_000, before: 1_000_000, expected: false },
])(
  '$day clicks in a day after $before in four weeks are a flood: $expected [D337]',
  ({ expected, ...clicks }) => {
    expect(isFlood(clicks)).toBe(expected)
  },
)
