import { afterEach, beforeEach, expect, vi } from 'vitest'

const methods = ['debug', 'info', 'log', 'warn', 'error'] as const

// Output that no test asked for is a defect: a stray log line, a leaked warning, a forgotten print.
beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation(() => undefined)
})

afterEach(() => {
  for (const method of methods) {
    const { calls } = vi.mocked(console[method]).mock
    vi.mocked(console[method]).mockRestore()
    expect(calls, `console.${method} was called`).toEqual([])
  }
})
