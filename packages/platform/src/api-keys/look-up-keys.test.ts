import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { toDatabaseFault } from '../database/statements/faults.ts'
import { createLookUp } from './look-up-keys.ts'

/** Finds every key, or none. */
const answer = (isFound: boolean) =>
  vi.fn(
    async (hashes: readonly Buffer[]) =>
      new Map(isFound ? hashes.map((hash) => [hash.toString('hex'), true]) : []),
  )

const guess = () => randomBytes(32)

test('lets 20,000 unknown keys wait for a database that does not respond, and no more [D72] [D251]', async () => {
  const find = vi.fn(() => new Promise<never>(() => undefined))
  const lookUp = createLookUp(find)
  // The first one goes at once; from then on the others wait for it.
  void lookUp(guess())
  for (let waiting = 0; waiting < 20_000; waiting += 1) void lookUp(guess())

  const failure = await lookUp(guess()).catch(toDatabaseFault)
  expect(failure).toBe('unavailable')
  expect(find).toHaveBeenCalledTimes(1)
})

test('finds 12,000 keys that are new to it without a pause, a thousand at a time [D251]', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const find = answer(true)
  const lookUp = createLookUp(find)
  const found = await Promise.all(Array.from({ length: 12_000 }, () => lookUp(guess())))
  expect(found).not.toContain(undefined)
  expect(find.mock.calls.length).toBeLessThanOrEqual(13)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  [1, 3],
  [3, 3],
  [4, 4],
  [100, 100],
  [101, 100],
])(
  'makes the next key wait after %i keys that nobody has for %i ms [D72] [D251]',
  async (guesses, pauseMs) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const find = answer(false)
    const lookUp = createLookUp(find)
    // The first one goes alone, and its pause gathers the others.
    if (guesses > 1) await lookUp(guess())
    const before = find.mock.calls.length
    const all = Promise.all(Array.from({ length: guesses }, () => lookUp(guess())))
    await vi.advanceTimersByTimeAsync(guesses > 1 ? 3 : 0)
    expect(await all).not.toContainEqual(expect.anything())
    expect(find).toHaveBeenCalledTimes(before + 1)

    const next = lookUp(guess())
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(find).toHaveBeenCalledTimes(before + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await next).toBeUndefined()
    expect(find).toHaveBeenCalledTimes(before + 2)
  },
)
