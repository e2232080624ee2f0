/** The day on which the currency table below was compared with the published ISO 4217 list. */
export const currencyTableDate = '2026-01-01'

// Neither `Intl` nor a library is right here: `Intl` follows cash usage and differs from ISO 4217 for some
// sixteen currencies, and the packages carry older lists. Funds, metals and test codes are no settlement currencies.
const codesByScale: readonly (readonly [scale: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP ' +
      'CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS ' +
      'INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN ' +
      'MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE ' +
      'SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ' +
      'ZMW ZWG',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
]

const scaleByCode: ReadonlyMap<string, number> = new Map(
  codesByScale.flatMap(([scale, codes]) => codes.split(' ').map((code) => [code, scale] as const)),
)

/** Every supported settlement currency code, upper case, sorted (interface 2.1). */
export const currencyCodes: readonly string[] = /*@__PURE__*/ listCodes()

function listCodes(): readonly string[] {
  return [...scaleByCode.keys()].sort()
}

/** Whether a code is a supported settlement currency. Case matters: codes are upper case. */
export function isCurrencyCode(code: string): boolean {
  return scaleByCode.has(code)
}

/**
 * How many decimals a currency's minor unit has: 2 for USD, 0 for JPY, 3 for KWD.
 *
 * @returns the scale, or `undefined` for an unsupported code
 */
export function currencyScale(code: string): number | undefined {
  return scaleByCode.get(code)
}
