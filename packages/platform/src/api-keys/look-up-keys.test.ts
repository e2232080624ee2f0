import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { toDatabaseFault } from '../database/faults.ts'
import { createLookUp } from './look-up-keys.ts'

test('lets 5,000 unknown keys wait for a database that does not respond, and no more [D72]', async () => {
  const find = vi.fn(() => new Promise<never>(() => undefined))
  const lookUp = createLookUp(find)
  // The first one goes at once; from then on the others wait for it.
  void lookUp(randomBytes(32))
  for (let waiting = 0; waiting < 5000; waiting += 1) void lookUp(randomBytes(32))

  const failure = await lookUp(randomBytes(32)).catch(toDatabaseFault)
  expect(failure).toBe('unavailable')
  expect(find).toHaveBeenCalledTimes(1)
})

test('looks unknown keys up together, at most ten times a second [D72]', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const find = vi.fn(() => Promise.resolve(new Map()))
  const lookUp = createLookUp(find)
  expect(await lookUp(randomBytes(32))).toBeUndefined()

  const guessed = Array.from({ length: 20 }, () => lookUp(randomBytes(32)))
  await vi.advanceTimersByTimeAsync(99)
  expect(find).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all(guessed)
  expect(find).toHaveBeenCalledTimes(2)
})
