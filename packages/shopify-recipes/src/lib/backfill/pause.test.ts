import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPause } from './pause.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

it('waits for the longest of the pauses that overlap, and counts them once [D40]', async () => {
  const pause = createPause()
  for (const ms of [20_000, 5000, 20_000]) expect(pause.ask(ms)).toBe(true)
  const passed = vi.fn()
  const work = pause.pass().then(passed)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(passed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await work
  expect(pause.ask(10_001)).toBe(false)
  expect(pause.ask(10_000)).toBe(true)
  expect(pause.ask(10_001)).toBe(false)
})

it('passes at once where nothing asked for a pause', async () => {
  await createPause().pass()
  expect(vi.getTimerCount()).toBe(0)
})

it.each([0, -1])('takes %s ms for a whole second', async (ms) => {
  const pause = createPause()
  for (let count = 0; count < 30; count += 1) {
    expect(pause.ask(ms)).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(pause.ask(ms)).toBe(false)
})
