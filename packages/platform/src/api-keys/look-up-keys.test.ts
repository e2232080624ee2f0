import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { toDatabaseFault } from '../database/faults.ts'
import { createKeyLookUp } from './look-up-keys.ts'

test('lets 5,000 unknown keys wait for a database that does not respond, and no more [D72]', async () => {
  const query = vi.fn(() => new Promise<never>(() => undefined))
  const lookUp = createKeyLookUp({ query })
  // The first one goes at once; from then on the others wait for it.
  void lookUp(randomBytes(32), false)
  for (let waiting = 0; waiting < 5000; waiting += 1) void lookUp(randomBytes(32), false)

  const failure = await lookUp(randomBytes(32), false).catch(toDatabaseFault)
  expect(failure).toBe('unavailable')
  expect(query).toHaveBeenCalledTimes(1)
})

test('looks unknown keys up together, at most ten times a second [D72]', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const query = vi.fn(() => Promise.resolve([]))
  const lookUp = createKeyLookUp({ query })
  expect(await lookUp(randomBytes(32), false)).toBeUndefined()

  const guessed = Array.from({ length: 20 }, () => lookUp(randomBytes(32), false))
  await vi.advanceTimersByTimeAsync(99)
  expect(query).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all(guessed)
  expect(query).toHaveBeenCalledTimes(2)
})
