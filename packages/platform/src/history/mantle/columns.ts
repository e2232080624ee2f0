import { z } from 'zod'
import { HistoryError } from '../history-row.ts'

/** What a column of CSV can say, by the file. */
export const csvFields = {
  'affiliates.csv': [
    ...['id', 'name', 'email', 'paypalEmail', 'payoutHold', 'createdAt', 'deletedAt', 'affiliateProgramId'],
    ...['programName', 'appId', 'handle', 'status', 'approvedAt', 'rejectedAt', 'percentCommission'],
    ...['durationMonths', 'amountPerInstall', 'minPlanValue', 'revenueComponents', 'revenueType'],
  ],
  'referrals.csv': [
    ...['id', 'affiliateId', 'affiliateProgramId', 'date', 'createdAt', 'deletedAt', 'appListingPageViewId'],
    'myshopifyDomain',
  ],
  'payouts.csv': [
    ...['id', 'number', 'affiliateId', 'affiliateProgramId', 'status', 'amount', 'amountPaid', 'periodEnd'],
    ...['paidAt', 'paymentMethod', 'createdAt', 'deletedAt'],
  ],
  'commissions.csv': [
    ...[
      'id',
      'affiliateId',
      'affiliateProgramId',
      'affiliateAttributionId',
      'transactionId',
      'amount',
      'date',
    ],
    ...['updatedAt', 'cancelled', 'cancelReason', 'deletedAt', 'payoutId', 'grossAmountCurrencyCode'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type CsvFile = keyof typeof csvFields

const columnSchema = z.record(z.string(), z.string().nullable())

/** What the columns of CSV files say: nobody but who saved them knows. */
export const csvColumnsSchema = z.strictObject({
  /** The mark before the decimals of amounts. The other one may group their digits. */
  decimal: z.enum(['.', ',']),
  /** Of times that name none, such as `+00:00`. */
  zone: z.string().regex(/^(?:Z|[+-]\d\d:\d\d)$/),
  files: z.strictObject({
    'affiliates.csv': columnSchema,
    'referrals.csv': columnSchema,
    'payouts.csv': columnSchema,
    'commissions.csv': columnSchema,
  }),
})

/** What the columns of CSV files say. */
export type CsvColumns = z.output<typeof csvColumnsSchema>

/**
 * Finds the field of each column of a file, null for those that are left out on purpose.
 *
 * @throws HistoryError for a column that nobody has named, or that is there twice, and for a field that two columns have
 */
export function nameColumns(
  file: CsvFile,
  header: readonly string[],
  columns: CsvColumns['files'][CsvFile],
): readonly (string | null)[] {
  const fail = (why: string) => new HistoryError(`${file}: ${why}`)
  const names = header.map((name) => name.trim())
  const list = (found: readonly string[]) => found.map((name) => `"${name}"`).join(', ')
  const repeated = names.filter((name, place) => names.indexOf(name) !== place)
  if (repeated.length > 0) throw fail(`it has the column ${list(repeated)} twice.`)
  const unknown = names.filter((name) => columns[name] === undefined)
  if (unknown.length > 0)
    throw fail(`say what the columns ${list(unknown)} are, or null: one of ${csvFields[file].join(', ')}.`)
  const absent = Object.keys(columns).filter((name) => !names.includes(name))
  if (absent.length > 0) throw fail(`it has no column ${list(absent)}.`)
  const fields = names.map((name) => columns[name] ?? null)
  const named = fields.filter((field) => field !== null)
  const none = named.filter((field) => !csvFields[file].some((known) => known === field))
  if (none.length > 0) throw fail(`nothing is called ${list(none)}: there are ${csvFields[file].join(', ')}.`)
  const shared = named.filter((field, place) => named.indexOf(field) !== place)
  if (shared.length > 0) throw fail(`two columns are ${list(shared)}.`)
  return fields
}
