import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { issuesOf, usd } from '../../test/builders.ts'
import { amountMinorSchema, moneyResponseSchema, moneySchema } from './money.ts'

const acceptsAmount = (amountMinor: unknown): boolean => amountMinorSchema.safeParse(amountMinor).success

describe('moneySchema', () => {
  it('takes 38 digits and rejects 39 [2.1-amountMinor] [8-amountMinor]', () => {
    expect(acceptsAmount('9'.repeat(38))).toBe(true)
    expect(acceptsAmount('9'.repeat(39))).toBe(false)
    expect(acceptsAmount(`1${'0'.repeat(37)}`)).toBe(true)
    expect(acceptsAmount(`1${'0'.repeat(38)}`)).toBe(false)
  })

  it('takes zero in one spelling only [2.1-amountMinor]', () => {
    expect(acceptsAmount('0')).toBe(true)
    for (const text of ['-0', '+0', '00', '0.0', '', ' ']) expect(acceptsAmount(text), text).toBe(false)
  })

  it('rejects leading zeros, signs, fractions, exponents and white space [2.1-amountMinor]', () => {
    const spellings = ['01', '-1', '+1', '1.5', '1,5', '1e3', '0x1', ' 1', '1 ', '1\n', '\n1', '1_000', '१']
    for (const text of spellings) expect(acceptsAmount(text), text).toBe(false)
  })

  it('rejects a number, because digits beyond 2^53 would be lost [2.1-amountMinor]', () => {
    for (const value of [0, 1, 10n, null, true, ['1']]) expect(acceptsAmount(value)).toBe(false)
  })

  it('keeps every amount exactly as it was sent [2.1-amountMinor]', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }), (amount) => {
        expect(moneySchema.parse(usd(String(amount)))).toEqual(usd(String(amount)))
      }),
    )
  })

  it('takes supported codes in upper case only [2.1-currency] [D16]', () => {
    expect(issuesOf(moneySchema, usd('1'))).toEqual([])
    for (const currency of ['usd', 'Usd', 'US', 'USDX', 'XXX', 'XAU', ' USD', '', 'toString']) {
      expect(issuesOf(moneySchema, { amountMinor: '1', currency }), currency).toEqual([
        '/currency unsupported_currency',
      ])
    }
  })

  it('is closed: a precision or any other member is rejected [2.1-currency] [D13]', () => {
    expect(issuesOf(moneySchema, { ...usd('1'), precision: 2 })).toEqual(['/precision unknown_member'])
  })

  it('names both members when both are missing [2.1-amountMinor] [2.1-currency]', () => {
    expect(issuesOf(moneySchema, {})).toEqual(['/amountMinor required', '/currency required'])
  })
})

describe('moneyResponseSchema', () => {
  it('keeps further members and currencies of a later version [D13]', () => {
    const later = { amountMinor: '1', currency: 'QQQ', scale: 2 }

    expect(moneyResponseSchema.parse(later)).toEqual(later)
  })

  it('still rejects what is no amount and no currency code [2.1-amountMinor] [2.1-currency]', () => {
    expect(issuesOf(moneyResponseSchema, { amountMinor: 1, currency: 'usd' })).toEqual([
      '/amountMinor invalid_type',
      '/currency invalid_format',
    ])
  })
})
