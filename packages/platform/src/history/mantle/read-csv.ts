import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { HistoryError } from '../history-row.ts'
import { type CsvColumns, type CsvFile, nameColumns } from './columns.ts'
import type { ListedItem } from './read-items.ts'

const rowCharactersMax = 65_536

/**
 * Reads a file of CSV as records of the dashboard's files, row by row.
 *
 * @throws HistoryError for a file that is none, is empty, or has columns that nobody has named
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  { file, columns }: { readonly file: CsvFile; readonly columns: CsvColumns },
): AsyncGenerator<ListedItem> {
  const [delimiter, all] = await findDelimiter(bytes)
  const parser = parse({ bom: true, delimiter, max_record_size: rowCharactersMax, skip_empty_lines: true })
  const rows: AsyncIterable<readonly string[]> = pipeline(Readable.from(all), parser, () => undefined)
  let fields: readonly (string | null)[] | undefined
  let number = 0
  try {
    for await (const row of rows) {
      if (fields === undefined) fields = nameColumns(file, row, columns.files[file])
      else yield { number: ++number, item: toRecord(file, toFields(fields, row), columns) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new HistoryError(`${file}: it cannot be read as CSV after record ${number} (${error.code}).`)
  }
  if (fields === undefined) throw new HistoryError(`${file}: it is empty.`)
}

/** What stands between the columns of the first line: spreadsheets with a decimal comma write semicolons. */
async function findDelimiter(
  bytes: AsyncIterable<Uint8Array>,
): Promise<readonly [string, AsyncIterable<Uint8Array>]> {
  const chunks = bytes[Symbol.asyncIterator]()
  const head = await chunks.next()
  const [line = ''] = head.done === true ? [] : new TextDecoder().decode(head.value).split('\n')
  const count = (mark: string) => line.split(mark).length
  const all = (async function* () {
    if (head.done !== true) yield head.value
    yield* { [Symbol.asyncIterator]: () => chunks }
  })()
  return [count(';') > count(',') ? ';' : ',', all]
}

type Fields = Readonly<Record<string, string>>

const toFields = (fields: readonly (string | null)[], row: readonly string[]): Fields =>
  Object.fromEntries(
    fields.flatMap((field, place) => (field === null ? [] : [[field, row[place]?.trim() ?? '']])),
  )

const times = new Set([
  'createdAt',
  'deletedAt',
  'approvedAt',
  'rejectedAt',
  'date',
  'updatedAt',
  'paidAt',
  'periodEnd',
])
const amounts = new Set([
  ...[
    'amount',
    'amountPaid',
    'percentCommission',
    'durationMonths',
    'amountPerInstall',
    'minPlanValue',
    'number',
  ],
])
const flags = new Set(['payoutHold', 'cancelled'])

function readField(name: string, text: string, { decimal, zone }: CsvColumns): unknown {
  if (text === '') return null
  if (times.has(name)) return readTime(text, zone)
  if (amounts.has(name)) return readAmount(text, decimal)
  return flags.has(name) ? /^(?:true|yes|1)$/i.test(text) : text
}

/** A time as RFC 3339; what is none stays as it is, for its row to be set aside. */
function readTime(text: string, zone: string): string {
  const [, day, time = '00:00:00', own = zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  if (day === undefined) return text
  return `${day}T${time.length === '00:00'.length ? `${time}:00` : time}${own}`
}

/** An amount without its sign of a currency and the marks between its digits; what is none is no amount for anybody. */
function readAmount(text: string, decimal: CsvColumns['decimal']): string {
  const bare = text.replace(/[\p{Sc}\s%]|\b[A-Z]{3}\b/gu, '')
  const grouped = decimal === '.' ? /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/ : /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/
  const plain = decimal === '.' ? /^-?\d+(?:\.\d+)?$/ : /^-?\d+(?:,\d+)?$/
  if (!grouped.test(bare) && !plain.test(bare)) return `unreadable: ${text}`
  return decimal === '.' ? bare.replaceAll(',', '') : bare.replaceAll('.', '').replace(',', '.')
}

function toRecord(file: CsvFile, fields: Fields, columns: CsvColumns): unknown {
  const record = Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, readField(name, text, columns)]),
  )
  if (file === 'affiliates.csv') return toAffiliate(record)
  const { myshopifyDomain, grossAmountCurrencyCode, transactionId, ...rest } = record
  if (file === 'referrals.csv') return { ...rest, appInstallation: { myshopifyDomain } }
  if (file === 'payouts.csv') return rest
  const transaction = grossAmountCurrencyCode == null ? null : { grossAmountCurrencyCode }
  return { ...rest, transactionId, transaction }
}

/** A person in one program: who is in two has two rows. */
function toAffiliate(record: Readonly<Record<string, unknown>>): unknown {
  const { id, name, email, paypalEmail, payoutHold, createdAt, deletedAt, ...member } = record
  const { affiliateProgramId, programName, appId, handle, status, approvedAt, rejectedAt, ...rules } = member
  const components = rules['revenueComponents']
  const revenueComponents = typeof components === 'string' ? components.split(/[\s,;|]+/) : null
  const program = { id: affiliateProgramId, name: programName, appId, rules: { ...rules, revenueComponents } }
  const membership = { affiliateProgramId, handle, status, createdAt, approvedAt, rejectedAt, program }
  return {
    ...{ id, name, email, paypalEmail, payoutHold, createdAt, deletedAt },
    memberships: affiliateProgramId == null ? [] : [membership],
  }
}
