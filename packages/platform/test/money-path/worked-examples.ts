import type { TermsRules } from '@affiliate-platform/contract'
import { buildLine, buildRefund, type SaleLine } from '@affiliate-platform/test-support/money-world'

/** One of the worked examples, as files of sales and what they come to. */
interface Example {
  readonly what: string
  readonly rules?: Partial<Record<keyof TermsRules, unknown>>
  readonly installedAt?: string
  /** Files, imported one after the other. */
  readonly files: readonly (readonly SaleLine[])[]
  readonly amounts: readonly bigint[]
  readonly skipped?: readonly string[]
}

/** A sale with an id of its own. */
export const sale = (id: number, changes: SaleLine = {}) =>
  buildLine({ platformId: `sale/${id}`, ...changes })
/** A refund of the charge of all sales. */
export const refund = (id: number, changes: SaleLine = {}) =>
  buildRefund({ platformId: `refund/${id}`, ...changes })
const at = (collectedAt: string) => ({ collectedAt })
/** Gross and net of one amount. */
export const price = (gross: string, currency = 'USD') => ({ gross, net: gross, currency })

/** The worked examples that are sums of files alone. */
export const examples: readonly Example[] = [
  { what: '1: 20 % of gross', files: [[sale(1)]], amounts: [380n] },
  { what: '2: 20 % of net', rules: { basis: 'net' }, files: [[sale(1)]], amounts: [369n] },
  {
    what: '3: fractions are carried',
    files: [[sale(1, price('19.99')), sale(2, price('19.99')), sale(3, price('19.99'))]],
    amounts: [399n, 400n, 400n],
  },
  { what: '5: a refund in the hold', files: [[sale(1)], [refund(1)]], amounts: [380n, -380n] },
  {
    what: '7: a refund in three parts',
    files: [
      [sale(1, price('19.99'))],
      [refund(1, price('-6.66')), refund(2, price('-6.66')), refund(3, price('-6.67'))],
    ],
    amounts: [399n, -133n, -133n, -133n],
  },
  {
    what: '8: a whole refund with the fee kept',
    rules: { basis: 'net' },
    files: [[sale(1)], [refund(1, { net: '-19.00' })], [sale(2, at('2026-03-01T00:00:00Z'))]],
    amounts: [369n, -369n, 369n],
  },
  {
    what: '8: half a refund',
    rules: { basis: 'net' },
    files: [[sale(1)], [refund(1, { gross: '-9.50', net: '-9.50' })]],
    amounts: [369n, -185n],
  },
  {
    what: '9: one month from the 31st',
    rules: { durationMonths: 1 },
    installedAt: '2026-01-31T10:00:00.000Z',
    files: [[sale(1, at('2026-02-28T09:59:59.999Z')), sale(2, at('2026-02-28T10:00:00Z'))]],
    amounts: [380n],
    skipped: ['sale/2 after_duration'],
  },
  {
    what: '9: two months from the 31st',
    rules: { durationMonths: 2 },
    installedAt: '2026-01-31T10:00:00.000Z',
    files: [[sale(1, at('2026-03-31T09:59:59.999Z')), sale(2, at('2026-03-31T10:00:00Z'))]],
    amounts: [380n],
    skipped: ['sale/2 after_duration'],
  },
  {
    what: '10: twelve months from a leap day',
    rules: { durationMonths: 12 },
    installedAt: '2024-02-29T00:00:00.000Z',
    files: [[sale(1, at('2025-02-27T23:59:59.999Z')), sale(2, at('2025-02-28T00:00:00Z'))]],
    amounts: [380n],
    skipped: ['sale/2 after_duration'],
  },
  {
    what: '10: four years from a leap day',
    rules: { durationMonths: 48 },
    installedAt: '2020-02-29T00:00:00.000Z',
    files: [[sale(1, at('2024-02-28T23:59:59.999Z')), sale(2, at('2024-02-29T00:00:00Z'))]],
    amounts: [380n],
    skipped: ['sale/2 after_duration'],
  },
  {
    what: '11: an install reward alone',
    rules: { rateBps: 0, cpi: { amountMinor: '500', currency: 'USD' } },
    files: [[sale(1)]],
    amounts: [500n],
    skipped: ['sale/1 no_rate'],
  },
  {
    what: '12: reward and sale in two currencies',
    rules: { cpi: { amountMinor: '500', currency: 'EUR' } },
    files: [[sale(1, price('300.00'))]],
    amounts: [500n, 6000n],
  },
  {
    what: '13: a kind that is not included',
    rules: { includedSaleKinds: ['subscription_sale'] },
    files: [[sale(1), sale(2, { kind: 'usage_sale', ...price('5.00') })]],
    amounts: [380n],
    skipped: ['sale/2 kind_not_included'],
  },
  {
    what: '14: half of a year is taken back',
    files: [[sale(1, price('190.0'))], [refund(1, { ...price('-95.0'), ...at('2026-08-01T00:00:00Z') })]],
    amounts: [3800n, -1900n],
  },
  {
    what: '15: a currency without decimals',
    rules: { rateBps: 750 },
    files: [[sale(1, price('1005', 'JPY')), sale(2, price('1005', 'JPY'))]],
    amounts: [75n, 75n],
  },
  { what: '15: one with three', files: [[sale(1, price('1.234', 'KWD'))]], amounts: [246n] },
  {
    what: '16: the last cent',
    rules: { rateBps: 10_000 },
    files: [[sale(1, price('49.99'))], [sale(2, price('0.01'))]],
    amounts: [4999n, 1n],
  },
  {
    what: '18: a refund of a sale before the referral',
    files: [
      [sale(1, at('2025-12-31T23:59:59Z')), sale(2, { chargeId: 'gid://shopify/AppSubscription/2' })],
      [refund(1)],
    ],
    amounts: [380n],
    skipped: ['sale/1 before_referral'],
  },
  { what: '19: a refund without a sale', files: [[refund(1)]], amounts: [] },
  {
    what: '21: two sales in one second',
    files: [[sale(1), sale(2)]],
    amounts: [380n, 380n],
  },
  {
    what: '22: a corrected net',
    rules: { basis: 'net' },
    files: [[sale(1)], [sale(1, { net: '18.40' })]],
    amounts: [369n, -1n],
  },
  { what: '23: a refund before its sale', files: [[refund(1)], [sale(1)]], amounts: [380n, -380n] },
]
