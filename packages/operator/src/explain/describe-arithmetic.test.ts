import { expect, test } from 'vitest'
import { describeArithmetic } from './describe-arithmetic.ts'

const first = {
  ...{ rateBps: 2000, basis: 'net', baseBefore: '0', baseChange: '23.2', worthBefore: '0' },
  ...{ worthAfter: '464', exact: '464.000', fractionCarried: '0.000' },
} as const

test('an amount follows in money and percent [D370]', () => {
  expect(describeArithmetic(first, 'USD')).toEqual(['20 % of 23.20 USD (net) = 4.64 USD'])
})

test('a later sale has what was posted before it taken off, and what rounding leaves said [D370]', () => {
  const later = {
    ...first,
    ...{ rateBps: 1250, baseBefore: '23.2', baseChange: '-6.66', worthBefore: '290' },
    ...{ worthAfter: '206', exact: '206.750', fractionCarried: '0.750' },
  }
  expect(describeArithmetic(later, 'USD')).toEqual([
    '12.5 % of 16.54 USD (net) = 2.0675 USD, rounded down to 2.06 USD: 0.0075 USD counts for the next sale',
    'less 2.90 USD for the 23.20 USD before = -0.84 USD',
  ])
})

test.each([
  ['JPY', '20 % of 23.2 JPY (net) = 464 JPY'],
  ['KWD', '20 % of 23.200 KWD (net) = 0.464 KWD'],
])('has the decimals of %s [D370]', (currency, line) => {
  expect(describeArithmetic(first, currency)).toEqual([line])
})
