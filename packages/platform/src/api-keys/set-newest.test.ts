import { expect, test } from 'vitest'
import { setNewest } from './set-newest.ts'

test('drops the oldest entry where there is no room, and none of the others [D251]', () => {
  const entries = new Map<string, number>()
  const set = (key: string, value: number) => setNewest(entries, { key, value, sizeMax: 2 })
  set('a', 1)
  set('b', 2)
  // What is set again is the newest.
  set('a', 3)
  expect([...entries.values()]).toEqual([2, 3])
  set('c', 4)
  expect([...entries.values()]).toEqual([3, 4])
})
