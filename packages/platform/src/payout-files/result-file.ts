import { currencyScale, fromDecimal, type Money } from '@affiliate-platform/contract'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { fromPayoutReference } from './payout-reference.ts'

/** A result file that cannot be read. Its message says what is wrong. */
export class ResultFileError extends Error {
  override readonly name = 'ResultFileError'
}

/** One payment as the bank or service tells it. */
export interface ResultRow {
  /** From 1, without the header. */
  readonly number: number
  /** As it stands in the file. */
  readonly reference: string
  /** Null where the reference is no payout's: a row of something else. What the row says is then not read. */
  readonly payoutId: string | null
  readonly amount: Money
  /** The payment's own reference, if it has one. */
  readonly transaction: string | undefined
  readonly paidAt: Date | undefined
  readonly isPaid: boolean
}

const paidStatuses = new Set(['', 'completed', 'paid', 'sent', 'success'])
const requiredColumns = ['reference', 'amount', 'currency'] as const

// Days and months of other notations are taken for each other.
const timeSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

type Columns = Readonly<Record<string, string | undefined>>

/**
 * Reads a result file: CSV with a header. `reference` is a payout's reference out of an exported file, or its id; `amount`
 * and `currency` what was paid; `transaction`, `paid_at` (RFC 3339, or a date, which is its beginning in UTC) and `status`
 * may be there.
 *
 * @param rowsBefore - of the same file, where this is a later part of it
 * @throws ResultFileError when a column is missing or there twice, and at the first row of a payout that cannot be read
 */
export function parseResultFile(content: string, rowsBefore = 0): readonly ResultRow[] {
  const rows = parseRows(content)
  if (rows.length === 0) throw new ResultFileError('The file has no rows below its header.')
  return rows.map((columns, index) => toResult(columns, rowsBefore + index + 1))
}

function parseRows(content: string): readonly Columns[] {
  try {
    return parse(content, { bom: true, trim: true, skip_empty_lines: true, columns: readHeader })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ResultFileError(`The file is not a CSV with a header: ${error.message}`, { cause: error })
  }
}

function readHeader(titles: readonly string[]): string[] {
  const names = titles.map((name) => name.toLowerCase())
  const missing = requiredColumns.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    const nouns = missing.length === 1 ? 'the column' : 'the columns'
    throw new ResultFileError(`The file lacks ${nouns} ${missing.join(', ')}; it has: ${titles.join(', ')}.`)
  }
  const double = names.find((name, index) => name !== '' && names.indexOf(name) < index)
  if (double !== undefined) throw new ResultFileError(`The file has the column ${double} twice.`)
  return names
}

function toResult(columns: Columns, number: number): ResultRow {
  const { reference = '', amount: amountText = '', transaction = '', paid_at = '', status = '' } = columns
  const currency = columns['currency']?.toUpperCase() ?? ''
  const row = {
    number,
    reference,
    transaction: transaction === '' ? undefined : transaction,
    isPaid: paidStatuses.has(status.toLowerCase()),
  }
  const reject = (what: string) => new ResultFileError(`Row ${number}: ${what}`)
  const payoutId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(reference)
    ? reference.toLowerCase()
    : fromPayoutReference(reference)
  if (payoutId === undefined) {
    return { ...row, payoutId: null, amount: { amountMinor: '0', currency }, paidAt: undefined }
  }
  const scale = currencyScale(currency)
  if (scale === undefined) throw reject('currency is not supported.')
  const amountMinor = fromDecimal(amountText, scale)
  if (amountMinor === undefined || amountMinor === '0')
    throw reject(`amount is not a valid ${currency} amount.`)
  if (paid_at !== '' && !timeSchema.safeParse(paid_at).success) {
    throw reject('paid_at is neither a date such as 2026-05-31 nor an RFC 3339 time.')
  }
  const paidAt = paid_at === '' ? undefined : new Date(paid_at)
  return { ...row, payoutId, amount: { amountMinor, currency }, paidAt }
}
