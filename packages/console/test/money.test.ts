import { describe, expect, test } from 'vitest'
import { addDecimals, formatDecimal, formatMoney, formatSaleAmount, sumByCurrency } from '../src/money.ts'

describe('money in the console', () => {
  test.each([
    ['12500', 'USD', '$125.00'],
    ['1234', 'JPY', '¥1,234'],
    ['1500', 'KWD', 'KWD\u00a01.500'],
    ['-5', 'EUR', '−€0.05'],
    ['0', 'USD', '$0.00'],
    ['12345678901234567890123456789012345678', 'USD', '$123,456,789,012,345,678,901,234,567,890,123,456.78'],
    ['7', 'XTS', '7 XTS (minor units)'],
  ])('%s %s is %s, with every digit', (amountMinor, currency, text) => {
    expect(formatMoney({ amountMinor, currency })).toBe(text)
  })

  test.each([
    ['776.8', 'USD', '$776.80'],
    ['0.125', 'USD', '$0.125'],
    ['800', 'JPY', '¥800'],
    ['-19.0', 'USD', '−$19.00'],
  ])('a platform’s %s in %s is %s', (decimal, currency, text) => {
    expect(formatDecimal(decimal, currency)).toBe(text)
  })

  test.each([
    ['0.1', '0.2', '0.3'],
    ['6991.2', '-776.8', '6214.4'],
    ['-0.5', '0.25', '-0.25'],
    ['99999999999999999999.99', '0.01', '100000000000000000000.00'],
  ])('%s and %s are %s', (one, other, sum) => {
    expect(addDecimals(one, other)).toBe(sum)
  })

  test.each([
    ['19.0 USD', '$19.00'],
    ['-19.0 USD', '−$19.00'],
  ])('what was told as %s is %s', (told, text) => {
    expect(formatSaleAmount(told)).toBe(text)
  })

  test('sums keep currencies apart', () => {
    const amounts = [
      { amountMinor: '1', currency: 'USD' },
      { amountMinor: '2', currency: 'EUR' },
      { amountMinor: '3', currency: 'USD' },
    ]
    expect(sumByCurrency(amounts)).toEqual([
      { amountMinor: '4', currency: 'USD' },
      { amountMinor: '2', currency: 'EUR' },
    ])
  })
})
