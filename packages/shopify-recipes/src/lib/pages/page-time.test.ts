import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startPageTime } from './page-time.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

it('waits for the longest of the pauses that overlap [D40]', async () => {
  const time = startPageTime()
  for (const ms of [13_000, 5000, 13_000]) expect(time.pause(ms)).toBe(true)
  const passed = vi.fn()
  const work = time.pass().then(passed)
  await vi.advanceTimersByTimeAsync(12_999)
  expect(passed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await work
})

it('takes no pause after which a call would not have its 10 s [D266]', async () => {
  const time = startPageTime()
  expect(time.pause(14_000)).toBe(false)
  expect(time.pause(13_999)).toBe(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(time.leftMs()).toBe(14_000)
  expect(time.pause(4000)).toBe(false)
  expect(time.pause(3999)).toBe(true)
})

it('passes at once where nothing asked for a pause', async () => {
  await startPageTime().pass()
  expect(vi.getTimerCount()).toBe(0)
})

it.each([0, -1])('takes %s ms for a whole second', async (ms) => {
  const time = startPageTime()
  for (let count = 0; count < 13; count += 1) {
    expect(time.pause(ms)).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(time.pause(ms)).toBe(false)
})
