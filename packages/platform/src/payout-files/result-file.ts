import { currencyScale, fromDecimal, type Money } from '@affiliate-platform/contract'
import { CsvError, parse } from 'csv-parse/sync'
import { fromPayoutReference } from './payout-reference.ts'

/** A result file that cannot be read. Its message says what is wrong. */
export class ResultFileError extends Error {
  override readonly name = 'ResultFileError'
}

/** One payment as the bank or service tells it. */
export interface ResultRow {
  /** From 1, without the header. */
  readonly number: number
  readonly payoutId: string
  readonly amount: Money
  /** The payment's own reference, if it has one. */
  readonly transaction: string | undefined
  readonly paidAt: Date | undefined
  readonly isPaid: boolean
}

const paidStatuses = new Set(['', 'completed', 'paid', 'sent', 'success'])

type Columns = Readonly<Record<string, string | undefined>>

/**
 * Reads a result file: CSV with a header. `reference` is a payout's reference out of an exported file, or its id; `amount`
 * and `currency` what was paid; `transaction`, `paid_at` (RFC 3339) and `status` may be there.
 *
 * @throws ResultFileError at the first row that cannot be read
 */
export function parseResultFile(content: string): readonly ResultRow[] {
  return parseRows(content).map((columns, index) => toResult(columns, index + 1))
}

function parseRows(content: string): readonly Columns[] {
  try {
    return parse(content, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      columns: (names: string[]) => names.map((name) => name.toLowerCase()),
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ResultFileError(`The file is not a CSV with a header: ${error.message}`, { cause: error })
  }
}

function toResult(columns: Columns, number: number): ResultRow {
  const { reference = '', amount: amountText = '', transaction = '', paid_at = '', status = '' } = columns
  const currency = columns['currency']?.toUpperCase() ?? ''
  const reject = (what: string) => new ResultFileError(`Row ${number}: ${what}`)
  const payoutId = /^[\da-f-]{36}$/i.test(reference)
    ? reference.toLowerCase()
    : fromPayoutReference(reference)
  if (payoutId === undefined) throw reject('reference does not name a payout.')
  const scale = currencyScale(currency)
  if (scale === undefined) throw reject('currency is not supported.')
  const amountMinor = fromDecimal(amountText, scale)
  if (amountMinor === undefined || amountMinor === '0')
    throw reject(`amount is not a valid ${currency} amount.`)
  const paidAt = paid_at === '' ? undefined : new Date(paid_at)
  if (Number.isNaN(paidAt?.getTime())) throw reject('paid_at is not an RFC 3339 time.')
  return {
    number,
    payoutId,
    amount: { amountMinor, currency },
    transaction: transaction === '' ? undefined : transaction,
    paidAt,
    isPaid: paidStatuses.has(status.toLowerCase()),
  }
}
