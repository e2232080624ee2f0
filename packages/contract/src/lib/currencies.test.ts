import { describe, expect, it } from 'vitest'
import { currencyCodes, currencyScale, currencyTableDate, isCurrencyCode } from './currencies.ts'

const codes = (text: string): readonly string[] => text.split(' ')

const noSettlementCurrencies = [
  ...codes('BOV CHE CHW CLF COU MXV USN UYI UYW'), // Funds.
  ...codes('XAG XAU XPD XPT'), // Metals.
  ...codes('XAD XBA XBB XBC XBD XDR XSU XUA'), // Units of account.
  ...codes('XTS XXX'), // Testing, and no currency.
  ...codes('ANG BGN BYR CUC DEM FRF HRK LTL MRO SLL STD VEF ZWL'), // Withdrawn.
]

// `Intl` lists these as current, though they are withdrawn or no settlement currencies.
const onlyInIntl = codes('ANG BGN CUC HRK SLL XDR XSU ZWL')

// The table has these, and the lists of some runtimes do not have them yet.
const onlyInTable = codes('SLE VED XCG ZWG')

// `Intl` shows these as cash is used, not with the minor unit of ISO 4217.
const shownWithOtherDecimals = codes('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER')

const intlCodes = new Set(Intl.supportedValuesOf('currency'))

const intlScale = (currency: string): number | undefined =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits

describe('the currency table', () => {
  it('knows currencies with no, two and three decimals [2.1-currency] [D16]', () => {
    const scales = codes('JPY KRW ISK UGX USD EUR HUF BHD KWD TND').map(currencyScale)

    expect(scales).toEqual([0, 0, 0, 0, 2, 2, 2, 3, 3, 3])
  })

  it('is dated, sorted and complete, three upper-case letters each [2.1-currency] [D16]', () => {
    expect(currencyTableDate).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(currencyCodes).toEqual([...new Set(currencyCodes)].sort())
    expect(currencyCodes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([])
    expect(currencyCodes.length).toBe(155)
  })

  it('has no funds, metals, units of account, test codes and withdrawn currencies [D16]', () => {
    expect(noSettlementCurrencies.filter(isCurrencyCode)).toEqual([])
  })

  it('does not take the names that every object has for currencies [D16]', () => {
    for (const name of ['constructor', 'toString', '__proto__', '']) {
      expect(isCurrencyCode(name)).toBe(false)
      expect(currencyScale(name)).toBeUndefined()
    }
  })

  it('differs from the codes of Intl by the listed ones alone [D16]', () => {
    const missing = [...intlCodes].filter((code) => !isCurrencyCode(code))
    const added = currencyCodes.filter((code) => !intlCodes.has(code))

    expect(missing.filter((code) => !onlyInIntl.includes(code))).toEqual([])
    expect(added.filter((code) => !onlyInTable.includes(code))).toEqual([])
  })

  it('differs from the decimals of Intl for the listed currencies alone [D16]', () => {
    const differing = currencyCodes.filter((code) => intlScale(code) !== currencyScale(code))

    expect(differing.filter((code) => !shownWithOtherDecimals.includes(code))).toEqual([])
    expect(differing).toContain('IQD')
  })
})
