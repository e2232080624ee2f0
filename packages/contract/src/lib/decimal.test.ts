import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyCodes, currencyScale } from './currencies.ts'
import { formatAmount, fromDecimal, toDecimal } from './decimal.ts'

describe('formatAmount', () => {
  it.each([
    ['12500', 'USD', '125.00 USD'],
    ['5', 'USD', '0.05 USD'],
    ['0', 'EUR', '0.00 EUR'],
    ['1234', 'JPY', '1234 JPY'],
    ['0', 'JPY', '0 JPY'],
    ['1234', 'KWD', '1.234 KWD'],
    ['9'.repeat(38), 'USD', `${'9'.repeat(36)}.99 USD`],
  ])('writes %s minor units of %s as %s [D16]', (amountMinor, currency, text) => {
    expect(formatAmount({ amountMinor, currency })).toBe(text)
  })

  it('writes a currency of a later version without guessing its scale', () => {
    expect(formatAmount({ amountMinor: '1999', currency: 'QQQ' })).toBe('1999 QQQ (minor units)')
  })
})

describe('fromDecimal', () => {
  it('reads back every amount of every currency that toDecimal writes [D16]', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }).map(String)
    fc.assert(
      fc.property(amounts, fc.constantFrom(...currencyCodes), (amountMinor, currency) => {
        const scale = currencyScale(currency) ?? 0
        expect(fromDecimal(toDecimal(amountMinor, scale), scale)).toBe(amountMinor)
      }),
    )
  })

  it.each([
    ['20', 2, '2000'],
    ['0.5', 2, '50'],
    ['007', 0, '7'],
    ['0', 2, '0'],
  ])('reads %s with %i decimals as %s', (text, scale, amountMinor) => {
    expect(fromDecimal(text, scale)).toBe(amountMinor)
  })

  it.each([
    ['1.999', 2],
    ['1.0', 0],
    ['-1', 2],
    ['1,000', 2],
    ['1e3', 2],
    ['.5', 2],
    ['5.', 2],
    ['', 2],
  ])('rejects %j with %i decimals', (text, scale) => {
    expect(fromDecimal(text, scale)).toBeUndefined()
  })
})
