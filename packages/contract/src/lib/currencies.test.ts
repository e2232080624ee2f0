import { describe, expect, it } from 'vitest'
import { currencyCodes, currencyScale, isCurrencyCode } from './currencies.ts'

// What `Intl` shows for these currencies follows cash usage, not the minor unit of ISO 4217.
const shownWithoutTheirMinorUnit = [
  'AFN',
  'ALL',
  'COP',
  'HUF',
  'IDR',
  'IQD',
  'IRR',
  'KPW',
  'LAK',
  'LBP',
  'MGA',
  'MMK',
  'PKR',
  'RSD',
  'SOS',
  'SYP',
  'TZS',
  'UZS',
  'YER',
]

const noSettlementCurrencies = {
  funds: ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW'],
  metals: ['XAG', 'XAU', 'XPD', 'XPT'],
  unitsOfAccount: ['XAD', 'XDR', 'XSU', 'XUA', 'XBA', 'XBB', 'XBC', 'XBD'],
  testing: ['XTS', 'XXX'],
  withdrawn: ['ANG', 'BGN', 'BYR', 'CUC', 'DEM', 'FRF', 'HRK', 'LTL', 'MRO', 'SLL', 'STD', 'VEF', 'ZWL'],
}

const intlCodes = new Set(Intl.supportedValuesOf('currency'))

const intlScale = (currency: string): number | undefined =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits

describe('the currency table', () => {
  it('knows the scale of currencies with no, two and three decimals [2.1-currency] [D16]', () => {
    const scales = ['JPY', 'KRW', 'ISK', 'UGX', 'USD', 'EUR', 'HUF', 'BHD', 'KWD', 'TND'].map(currencyScale)

    expect(scales).toEqual([0, 0, 0, 0, 2, 2, 2, 3, 3, 3])
  })

  it('is sorted, without repetition, of three upper-case letters each [2.1-currency] [D16]', () => {
    expect(currencyCodes).toEqual([...new Set(currencyCodes)].sort())
    expect(currencyCodes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([])
    expect(currencyCodes.length).toBe(154)
  })

  it('has no funds, metals, units of account, test codes and withdrawn currencies [D16]', () => {
    const wrong = Object.values(noSettlementCurrencies).flat()

    expect(wrong.filter(isCurrencyCode)).toEqual([])
  })

  it('knows nothing of names that every object has [D16]', () => {
    for (const name of ['constructor', 'toString', '__proto__', '']) {
      expect(isCurrencyCode(name)).toBe(false)
      expect(currencyScale(name)).toBeUndefined()
    }
  })

  it('has only currencies that Intl knows, but for those newer than some runtimes [D16]', () => {
    const recent = new Set(['SLE', 'VED', 'XCG', 'ZWG'])

    expect(currencyCodes.filter((code) => !intlCodes.has(code) && !recent.has(code))).toEqual([])
  })

  it('leaves out of the current currencies of Intl only what is no settlement currency [D16]', () => {
    const left = new Set(Object.values(noSettlementCurrencies).flat())
    const current = [...intlCodes].filter((code) => /^X/.test(code) && !left.has(code))

    expect(current.filter((code) => !isCurrencyCode(code))).toEqual([...historicalUnits(current)])
  })

  it('differs from the decimals of Intl for the listed currencies alone [D16]', () => {
    const differing = currencyCodes.filter(
      (code) => intlCodes.has(code) && intlScale(code) !== currencyScale(code),
    )

    expect(differing.filter((code) => !shownWithoutTheirMinorUnit.includes(code))).toEqual([])
    expect(differing).toContain('IQD')
  })
})

function historicalUnits(codes: readonly string[]): readonly string[] {
  return codes.filter((code) => ['XEU', 'XFO', 'XFU', 'XRE'].includes(code))
}
