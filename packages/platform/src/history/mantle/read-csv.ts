import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { HistoryError } from '../history-row.ts'
import { type CsvColumns, type CsvFile, nameColumns } from './columns.ts'
import { currencyIn, readField } from './read-field.ts'
import type { ListedItem } from './read-items.ts'

const rowCharactersMax = 65_536

/** What the cells of a file say. */
interface CsvReading {
  readonly file: CsvFile
  readonly columns: CsvColumns
  /** That of the import. */
  readonly currency: string
}

/**
 * Reads a file of CSV as records of the dashboard's files, row by row.
 *
 * @throws HistoryError for a file that is none, is empty, or has columns that nobody has named
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  reading: CsvReading,
): AsyncGenerator<ListedItem> {
  const { file, columns } = reading
  const [delimiter, all] = await findDelimiter(bytes)
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: rowCharactersMax,
    skip_empty_lines: true,
    relax_column_count: true,
  })
  const rows: AsyncIterable<readonly string[]> = pipeline(Readable.from(all), parser, () => undefined)
  let fields: readonly (string | null)[] | undefined
  let number = 0
  try {
    for await (const row of rows) {
      if (fields === undefined) fields = nameColumns(file, row, columns.files[file])
      else {
        const item = toRecord(toFields(fields, row), reading)
        const isWhole = row.length === fields.length
        yield { number: ++number, item, ...(!isWhole && { fault: describeCells(row, fields) }) }
      }
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

const describeCells = (row: readonly string[], fields: readonly unknown[]): string =>
  `the record: it has ${row.length} cells, and the header ${fields.length}`

type Fields = Readonly<Record<string, string>>

const toFields = (fields: readonly (string | null)[], row: readonly string[]): Fields =>
  Object.fromEntries(
    fields.flatMap((field, place) => (field === null ? [] : [[field, row[place]?.trim() ?? '']])),
  )

function toRecord(fields: Fields, reading: CsvReading): unknown {
  const { file, currency } = reading
  const record = Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, readField(name, text, reading.columns)]),
  )
  if (file === 'affiliates.csv') return toAffiliate(record)
  const { myshopifyDomain, grossAmountCurrencyCode, transactionId, ...rest } = record
  if (file === 'referrals.csv') return { ...rest, appInstallation: { myshopifyDomain } }
  const stated = currencyIn(fields['amount'] ?? '', currency)
  if (file === 'payouts.csv') return { ...rest, currency: stated }
  const code = stated ?? grossAmountCurrencyCode
  const transaction = code == null ? null : { grossAmountCurrencyCode: code }
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
