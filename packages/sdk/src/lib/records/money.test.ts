import { currencyCodes, currencyScale } from '@affiliate-platform/contract'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { addMoney, compareMoney, formatMoney, type Money, parseMoney } from './money.ts'

const usd = (amountMinor: string): Money => ({ amountMinor, currency: 'USD' })
const nines = '9'.repeat(38)

const amounts = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n })
const moneys = fc
  .record({ amount: amounts, currency: fc.constantFrom(...currencyCodes) })
  .map(({ amount, currency }): Money => ({ amountMinor: String(amount), currency }))

describe('formatMoney', () => {
  test.each([
    [usd('1999'), 'en-US', '$19.99'],
    [usd('5'), 'en-US', '$0.05'],
    [{ amountMinor: '1999', currency: 'JPY' }, 'en-US', '¥1,999'],
    [{ amountMinor: '1234567', currency: 'EUR' }, 'de-DE', '12.345,67\u00a0€'],
    // ISO 4217 gives the rial of Iraq three decimals, where CLDR shows none.
    [{ amountMinor: '1234', currency: 'IQD' }, 'en', 'IQD\u00a01.234'],
    [usd(nines), 'en-IN', `$9${',99'.repeat(16)},999.99`],
  ])('writes %o for %s as %s', (money, locale, text) => {
    expect(formatMoney(money, locale)).toBe(text)
  })

  test('keeps every digit, in every currency and many locales', () => {
    const locales = fc.constantFrom('en', 'de', 'fr', 'hi', 'ja', 'pt-BR', 'de-CH', 'sv')
    fc.assert(
      fc.property(moneys, locales, (money, locale) => {
        const scale = currencyScale(money.currency) ?? 0
        const parts = new Intl.NumberFormat(locale).formatToParts(1.1)
        const point = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
        const written = formatMoney(money, locale).replace(money.currency, '')

        const digits = written.replaceAll(/\D/g, '')
        expect(digits.replace(/^0+(?=\d)/, '')).toBe(money.amountMinor)
        if (scale > 0)
          expect(written.slice(written.lastIndexOf(point)).replaceAll(/\D/g, '')).toHaveLength(scale)
      }),
      { numRuns: 1000 },
    )
  })

  test('writes a currency of a later version without guessing its scale', () => {
    expect(formatMoney({ amountMinor: '1999', currency: 'QQQ' }, 'en')).toBe('1999 QQQ (minor units)')
  })

  test.each(['', '-1', '01', '1.5', '0x10', '1e3', ' 1', `1${nines}`])(
    'rejects the amount %j [2.1-amountMinor]',
    (amountMinor) => {
      expect(() => formatMoney(usd(amountMinor))).toThrow(RangeError)
    },
  )
})

describe('formatMoney for a table', () => {
  test('makes one format for each locale and currency, and keeps no number of them without end', () => {
    const construct = vi.spyOn(Intl, 'NumberFormat')
    for (let row = 0; row < 50; row += 1) {
      formatMoney(usd(String(row)), 'sv-SE')
      formatMoney({ amountMinor: String(row), currency: 'CHF' }, 'sv-SE')
    }
    expect(construct).toHaveBeenCalledTimes(2)

    for (let tag = 0; tag < 600; tag += 1) formatMoney(usd('1'), `sv-SE-x-a${tag}`)
    formatMoney(usd('1'), 'sv-SE')

    expect(construct).toHaveBeenCalledTimes(603)
    construct.mockRestore()
  })
})

describe('parseMoney', () => {
  test.each([
    ['19.99', 'USD', '1999'],
    ['20', 'USD', '2000'],
    ['0.5', 'USD', '50'],
    ['0', 'USD', '0'],
    ['007', 'JPY', '7'],
    ['1.234', 'KWD', '1234'],
    [`${'9'.repeat(36)}.99`, 'USD', nines],
  ])('reads %j in %s', (text, currency, amountMinor) => {
    expect(parseMoney(text, currency)).toEqual({ amountMinor, currency })
  })

  test.each([
    ['1.999', 'USD'],
    ['1.0', 'JPY'],
    ['-1', 'USD'],
    ['1,000', 'USD'],
    ['1e3', 'USD'],
    ['.5', 'USD'],
    ['5.', 'USD'],
    ['', 'USD'],
    ['9'.repeat(37), 'USD'],
    ['1', 'usd'],
    ['1', 'QQQ'],
  ])('rejects %j in %s', (text, currency) => {
    expect(() => parseMoney(text, currency)).toThrow(RangeError)
  })

  test('reads back what a decimal text of any amount says', () => {
    fc.assert(
      fc.property(moneys, (money) => {
        const scale = currencyScale(money.currency) ?? 0
        const digits = money.amountMinor.padStart(scale + 1, '0')
        const whole = digits.slice(0, digits.length - scale)
        const text = scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`
        expect(parseMoney(text, money.currency)).toEqual(money)
      }),
    )
  })
})

describe('addMoney and compareMoney', () => {
  test('are exact', () => {
    fc.assert(
      fc.property(amounts, amounts, (first, second) => {
        const [a, b] = [usd(String(first)), usd(String(second))]
        fc.pre(first + second < 10n ** 38n)
        expect(addMoney(a, b)).toEqual(usd(String(first + second)))
        expect(compareMoney(a, b)).toBe(first < second ? -1 : Number(first > second))
      }),
    )
  })

  test('reject two currencies and a sum above 38 digits [2.1-separate]', () => {
    const euro = { amountMinor: '1', currency: 'EUR' }

    expect(() => addMoney(usd('1'), euro)).toThrow(RangeError)
    expect(() => compareMoney(usd('1'), euro)).toThrow(RangeError)
    expect(addMoney(usd(`${'9'.repeat(37)}8`), usd('1'))).toEqual(usd(nines))
    expect(() => addMoney(usd(nines), usd('1'))).toThrow(RangeError)
  })

  test('money is never a number', () => {
    expectTypeOf<number>().not.toExtend<Money>()
    expectTypeOf<{ amountMinor: number; currency: string }>().not.toExtend<Money>()
  })
})
