import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemRuntime } from './runtime.ts'

describe('the system runtime', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const hasEnded = async (sleeping: Promise<unknown>) => {
    let ended = false
    void sleeping.finally(() => {
      ended = true
    })
    await vi.advanceTimersByTimeAsync(0)
    return ended
  }

  test('sleeps not a moment less than asked', async () => {
    const sleeping = systemRuntime.sleep(1000.4)

    await vi.advanceTimersByTimeAsync(1000)
    expect(await hasEnded(sleeping)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await hasEnded(sleeping)).toBe(true)
  })

  test('sleeps longer than one timer can', async () => {
    const monthMs = 31 * 86_400_000
    const sleeping = systemRuntime.sleep(monthMs)

    await vi.advanceTimersByTimeAsync(monthMs - 1)
    expect(await hasEnded(sleeping)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await hasEnded(sleeping)).toBe(true)
  })

  test('wakes when the signal aborts, and leaves no timer behind', async () => {
    const controller = new AbortController()
    const sleeping = systemRuntime.sleep(1000, controller.signal)

    controller.abort('reason')

    await expect(sleeping).rejects.toBe('reason')
    expect(vi.getTimerCount()).toBe(0)
  })
})
