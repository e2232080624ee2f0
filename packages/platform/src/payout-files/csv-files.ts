import { currencyScale, type Money, toDecimal } from '@affiliate-platform/contract'
import { stringify } from 'csv-stringify/sync'
import type { ExportedPayout } from './exported-payout.ts'
import { toPayoutReference } from './payout-reference.ts'
import { toPaypalAmount } from './paypal-amount.ts'

/** An amount as files carry it, with all decimals of its currency: `125.00`. */
export function toFileAmount({ amountMinor, currency }: Money): string {
  return toDecimal(amountMinor, currencyScale(currency) ?? 0)
}

/** A file for PayPal Payouts: no header, one currency. */
export function writePaypalFile(payouts: readonly ExportedPayout[]): string {
  return stringify(
    payouts.map(({ id, amount, payee }) => [
      payee.email,
      toPaypalAmount(amount),
      amount.currency,
      toPayoutReference(id),
      'Affiliate payout',
      'PAYPAL',
    ]),
  )
}

const wiseColumns = [
  'name',
  'recipientEmail',
  'paymentReference',
  'receiverType',
  'amountCurrency',
  'amount',
  'sourceCurrency',
  'targetCurrency',
] as const

// Wise's help names the two, a person and an institution such as a business or a charity:
// https://wise.com/help/articles/2663302/how-do-i-fill-in-my-batch-template. BUSINESS and PRIVATE are its API's words.
const receiverTypes = { person: 'PERSON', company: 'INSTITUTION' } as const

/** A batch file for Wise, of one currency. Each member gets the exact amount; euros go to the IBAN where there is one. */
export function writeWiseFile(payouts: readonly ExportedPayout[]): string {
  const hasIban = payouts.some(({ payee, amount }) => payee.iban !== null && amount.currency === 'EUR')
  const rows = payouts.map(({ id, amount, payee }) => [
    escapeFormula(payee.name),
    payee.email,
    toPayoutReference(id),
    receiverTypes[payee.kind],
    'target',
    toFileAmount(amount),
    amount.currency,
    amount.currency,
    ...(hasIban ? [payee.iban] : []),
  ])
  return stringify([[...wiseColumns, ...(hasIban ? ['IBAN'] : [])], ...rows])
}

/** A spreadsheet that opens the file takes a text that begins so for a formula, some also where the sign is full-width. */
function escapeFormula(text: string): string {
  return /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/.test(text) ? `'${text}` : text
}
