import { expect, test } from 'vitest'
import { createActNames } from '../src/act-name.ts'

test('what is sent again as it was has the name of before, until it is done [D344]', () => {
  const { nameOf, forget } = createActNames()
  const first = nameOf({ rate: 10 })
  expect(nameOf({ rate: 10 })).toBe(first)
  const other = nameOf({ rate: 11 })
  expect(other).not.toBe(first)
  // It may have been done meanwhile, and what came after it too: it is meant once more.
  expect(nameOf({ rate: 10 })).not.toBe(first)
  const last = nameOf({ rate: 11 })
  forget()
  expect(nameOf({ rate: 11 })).not.toBe(last)
})
