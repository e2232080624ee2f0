import { expect, test } from 'vitest'
import { readRateLimit } from './rate-limit.ts'

const read = (rateLimit: string, policy?: string) =>
  readRateLimit(
    new Headers({ RateLimit: rateLimit, ...(policy !== undefined && { 'RateLimit-Policy': policy }) }),
  )

test('reads what is left and when there is more [D103]', () => {
  expect(read('"credential";r=117;t=42', '"credential";q=120;w=60')).toEqual({
    limit: 120,
    remaining: 117,
    resetMs: 42_000,
  })
})

test('takes the tightest of several quotas, with its own policy [D103]', () => {
  expect(read('"day"; r=9; t=3600, "minute";t=5;r=2', '"day";q=1000;w=86400,"minute";q=60;w=60')).toEqual({
    limit: 60,
    remaining: 2,
    resetMs: 5000,
  })
})

test.each([
  '',
  'r=1;t=1',
  '"a";r=1',
  '"a";t=1',
  '"a";r=-1;t=1',
  '"a";r=1.5;t=1',
  '"a";r=99999999999;t=1',
  '"',
])('takes %j for no quota [D103]', (text) => {
  expect(read(text)).toBeUndefined()
})

test('knows no limit without a policy, and nothing without the header [D103]', () => {
  expect(read('"a";r=1;t=1')).toEqual({ limit: undefined, remaining: 1, resetMs: 1000 })
  expect(readRateLimit(new Headers())).toBeUndefined()
})

test('reads a header of 64 KiB in linear time [D103]', () => {
  const startedMs = performance.now()
  for (const text of ['"'.repeat(65_536), `"a"${';r='.repeat(21_000)}`, '"a";r=1,'.repeat(8192)]) read(text)

  expect(performance.now() - startedMs).toBeLessThan(1000)
})
