import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { AppTransactionKind } from './app-transaction.ts'
import { readDecimal } from './exact-decimal.ts'
import { SalesFileError } from './sales-file-error.ts'
import { toUtcMicroseconds } from './utc-microseconds.ts'

/** A row of a partner payout ("Earnings") CSV. It has no id of a transaction: sums are compared, never rows. */
export interface PayoutCsvRow {
  /** The line on which the row ends, from 1 on. */
  readonly line: number
  /** As exported; lower case. */
  readonly shopDomain: string
  /** Null on refunds and credits. */
  readonly chargeId: string | null
  /** UTC with six decimals; a bare date is midnight. */
  readonly chargedAt: string
  /** As exported: `App sale – 30-day subscription`. */
  readonly chargeType: string
  /** What kind of app transaction the charge type is; null for one that is none, or unknown. */
  readonly kind: AppTransactionKind | null
  /** The partner's share, in the currency of the sale: net. */
  readonly partnerShare: string
  /** What the merchant paid, in the currency of the sale: gross. */
  readonly partnerSale: string
  /** The same in the currency of the payout; null where the export lacks it. */
  readonly partnerSaleInPayoutCurrency: string | null
  /** Null where the export lacks it. */
  readonly payoutCurrency: string | null
  /** Null where the export lacks it. */
  readonly appTitle: string | null
}

const requiredColumns = [
  'Shop',
  'Charge ID',
  'Charge Creation Time',
  'Charge Type',
  'Partner Share',
  'Partner Sale',
]
const rowCharactersMax = 65_536
// Two signs never match both: the decimal that they make is rejected.
const amountPattern = /^(-?)\s*(?:[$€£¥]|[A-Z]{2,3}\$?)?\s*(-?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/

const kindByChargeType: readonly (readonly [RegExp, AppTransactionKind])[] = [
  [/^App sale\b.*subscription/i, 'subscription_sale'],
  [/^App sale\b.*usage/i, 'usage_sale'],
  [/^App sale\b.*one-time/i, 'one_time_sale'],
  [/^App (refund|downgrade)/i, 'adjustment'],
  [/^App credit/i, 'credit'],
]

/**
 * Reads a partner payout CSV row by row: quoted fields, CRLF or LF, with or without a byte order mark, columns in any
 * order, unknown columns ignored. Amounts may carry one currency sign and commas between thousands.
 *
 * @param bytes - the file, in chunks of any size
 * @throws SalesFileError with the line: a missing column, a row that is cut, a field that cannot be read
 */
export async function* readPayoutCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<PayoutCsvRow> {
  const parser = parse({
    bom: true,
    columns: checkHeader,
    info: true,
    max_record_size: rowCharactersMax,
    skip_empty_lines: true,
  })
  // The pipeline hands a failing source on to the parser, and closes the source where the caller stops early.
  const rows: AsyncIterable<ParsedRow> = pipeline(Readable.from(bytes), parser, () => undefined)
  try {
    for await (const { record, info } of rows) yield toRow(record, info.lines)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new SalesFileError(Number(error['lines'] ?? 1), `it cannot be read as CSV (${error.code}).`)
  }
}

interface ParsedRow {
  readonly record: Readonly<Record<string, string>>
  readonly info: { readonly lines: number }
}

function checkHeader(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim())
  const missing = requiredColumns.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new SalesFileError(1, `the columns lack ${missing.join(', ')}.`)
  return names
}

function toRow(record: Readonly<Record<string, string>>, line: number): PayoutCsvRow {
  const amount = (column: string) => readAmount(record[column] ?? '', column, line)
  const chargedAt = toUtcMicroseconds(toRfc3339(record['Charge Creation Time'] ?? ''))
  if (chargedAt === undefined) throw new SalesFileError(line, '"Charge Creation Time" is not a time.')
  const chargeType = (record['Charge Type'] ?? '').trim()
  const inPayoutCurrency = 'Partner Sale In Payout Currency'
  return {
    line,
    shopDomain: (record['Shop'] ?? '').trim().toLowerCase(),
    chargeId: record['Charge ID']?.trim() || null,
    chargedAt,
    chargeType,
    kind: kindByChargeType.find(([pattern]) => pattern.test(chargeType))?.[1] ?? null,
    partnerShare: amount('Partner Share'),
    partnerSale: amount('Partner Sale'),
    partnerSaleInPayoutCurrency: record[inPayoutCurrency] ? amount(inPayoutCurrency) : null,
    payoutCurrency: record['Payout Currency']?.trim() || null,
    appTitle: record['App Title']?.trim() || null,
  }
}

function readAmount(text: string, column: string, line: number): string {
  const [, before = '', after = '', whole = '', decimals = ''] = amountPattern.exec(text.trim()) ?? []
  const reading = readDecimal(`${before}${after}${whole.replaceAll(',', '')}${decimals}`)
  if ('fault' in reading) throw new SalesFileError(line, `"${column}" is not an amount.`)
  return reading.value
}

/** Exports have RFC 3339, a bare date, and `2026-08-07 07:02:51 UTC`. */
function toRfc3339(time: string): string {
  const text = time.trim()
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00Z`
  return text
    .replace(/^(\d{4}-\d\d-\d\d) /, '$1T')
    .replace(/ UTC$/, 'Z')
    .replace(/ ([+-]\d\d):?(\d\d)$/, '$1:$2')
}
