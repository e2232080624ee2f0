import { formatNano, parseNano } from '@affiliate-platform/commission-engine'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('parseNano', () => {
  it.each([
    ['19.0', 19_000_000_000n],
    ['18.450000000', 18_450_000_000n],
    ['-6.66', -6_660_000_000n],
    ['0', 0n],
    ['-0.0', 0n],
    ['0.000000001', 1n],
    [`${'9'.repeat(38)}.999999999`, 10n ** 47n - 1n],
  ])('reads %s without rounding [D62]', (text, nano) => {
    expect(parseNano(text)).toBe(nano)
  })

  it.each(['', '-', '19.', '.5', '1e3', '1,000.0', '+1', '--1', ' 1', '0.0000000001', '9'.repeat(39), 'NaN'])(
    'does not read %j [D62]',
    (text) => {
      expect(parseNano(text)).toBeUndefined()
    },
  )
})

describe('formatNano', () => {
  it.each([
    [0n, '0'],
    [19_000_000_000n, '19.0'],
    [-6_660_000_000n, '-6.66'],
    [1n, '0.000000001'],
  ])('writes %s as %s', (nano, text) => {
    expect(formatNano(nano)).toBe(text)
  })

  it('writes what parseNano reads back [D62]', async () => {
    const any = fc.bigInt({ min: -(10n ** 47n) + 1n, max: 10n ** 47n - 1n })
    await fc.assert(
      fc.property(any, (nano) => {
        expect(parseNano(formatNano(nano))).toBe(nano)
      }),
    )
  })
})
