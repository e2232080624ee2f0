import { describe, expect, test } from 'vitest'
import { readRetryAfterMs } from './retry-after.ts'

const localMs = Date.UTC(1994, 10, 6, 8, 49, 30)
const read = (headers: Record<string, string>) => readRetryAfterMs(new Headers(headers), localMs)

describe('readRetryAfterMs', () => {
  test.each([
    ['0', 0],
    ['7', 7000],
    [' 120 ', 120_000],
    ['1.5', 1500],
    ['0.0001', 1],
    ['2, 7', 7000],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 7000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 7000],
    ['Sun Nov  6 08:49:37 1994', 7000],
    ['Sun, 06 Nov 1994 08:49:00 GMT', 0],
  ])('reads %j as %i ms', (text, ms) => {
    expect(read({ 'Retry-After': text })).toBe(ms)
  })

  test.each([
    '',
    '-1',
    '1.',
    '.5',
    '1e3',
    'soon',
    'Nov 6',
    '1994-11-06T08:49:37Z',
    'Sun, 99 Nov 1994 08:49:37 GMT',
  ])('does not guess what %j means', (text) => {
    expect(read({ 'Retry-After': text })).toBeUndefined()
  })

  test('measures a date by the clock of the service, when it tells it', () => {
    const headers = { Date: 'Sun, 06 Nov 1994 08:49:00 GMT', 'Retry-After': 'Sun, 06 Nov 1994 08:49:37 GMT' }

    expect(read(headers)).toBe(37_000)
  })
})
