import { expect, test } from 'vitest'
import { describeRounding } from '../src/rounding.ts'

const net = { rateBps: 2000, basis: 'net', exact: '', fractionCarried: '' } as const

test.each([
  [
    'a fraction that came and one that goes on',
    { baseBefore: '100.037', baseChange: '47.579', worthBefore: '2000', worthAfter: '2952' },
    '$9.5158 from this sale + $0.0074 left from earlier = $9.5232: $9.52 now, $0.0032 goes to the next.',
  ],
  [
    'a fraction that goes on',
    { baseBefore: '0', baseChange: '47.579', worthBefore: '0', worthAfter: '951' },
    '$9.5158 from this sale: $9.51 now, $0.0058 goes to the next.',
  ],
  [
    'a fraction that is paid',
    { baseBefore: '0.02', baseChange: '0.03', worthBefore: '0', worthAfter: '1' },
    '$0.006 from this sale + $0.004 left from earlier = $0.01: $0.01 now, nothing is left over.',
  ],
  [
    'a refund',
    { baseBefore: '47.579', baseChange: '-10.01', worthBefore: '951', worthAfter: '751' },
    '−$2.002 from this sale + $0.0058 left from earlier = −$1.9962: −$2.00 now, $0.0038 goes to the next.',
  ],
  [
    'more taken back than was sold',
    { baseBefore: '47.579', baseChange: '-60', worthBefore: '951', worthAfter: '0' },
    '−$9.5158 from this sale + $0.0058 left from earlier = −$9.51: −$9.51 now, nothing is left over.',
  ],
  [
    '38 digits',
    {
      ...{ baseBefore: '0', baseChange: '12345678901234567890123456789.123456789' },
      ...{ worthBefore: '0', worthAfter: '246913578024691357802469135782' },
    },
    '$2,469,135,780,246,913,578,024,691,357.8246913578 from this sale: $2,469,135,780,246,913,578,024,691,357.82 now, $0.0046913578 goes to the next.',
  ],
])('%s is said with what came before and what is left', (_case, arithmetic, text) => {
  expect(describeRounding({ ...net, ...arithmetic }, 'USD')).toBe(text)
})

test('where nothing is rounded, nothing is said', () => {
  const whole = { baseBefore: '0', baseChange: '23.2', worthBefore: '0', worthAfter: '464' }
  expect(describeRounding({ ...net, ...whole }, 'USD')).toBeUndefined()
})
