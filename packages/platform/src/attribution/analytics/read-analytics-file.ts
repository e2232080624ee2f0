import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import { readLines } from '../../sales/read-lines.ts'
import { SalesFileError } from '../../sales/sales-file-error.ts'
import { readShopDomain } from '../../sales/shop-domain.ts'
import { toUtcMicroseconds } from '../../sales/utc-microseconds.ts'

/** A row of an analytics export. The visitor is whom a browser's cookie stands for. */
export type AnalyticsRow = {
  /** The line on which the row ends, from 1 on. */
  readonly line: number
  readonly visitor: string
  readonly atMs: number
} & (
  | { readonly event: 'view'; readonly pageLocation: string }
  | { readonly event: 'install'; readonly shopNumber: string | null; readonly shopDomain: string | null }
)

const columns = ['event', 'visitor', 'occurred_at', 'page_location', 'shop_id', 'shop_url'] as const
const rowCharactersMax = 65_536

const allowed: Readonly<Record<string, string>> = {
  event: '"view" or "install"',
  visitor: 'a text of 1 to 255 characters',
  occurred_at: 'a time with its offset and at most six decimals, such as 2026-08-07T07:02:51.123456Z',
  page_location: 'the address of the page, of at most 8,192 characters',
  shop_id: 'a whole number of at most 20 digits, or nothing',
  shop_url: 'a text of at most 255 characters, or nothing',
}

const nothing = z.literal(['', null]).optional()
const shared = {
  visitor: z.string().min(1).max(255),
  occurred_at: z
    .unknown()
    .transform(toUtcMicroseconds)
    .pipe(z.string())
    .transform((time) => Date.parse(time)),
}
const digits = z.string().regex(/^\d{1,20}$/)

const rowSchema = z.discriminatedUnion('event', [
  z.strictObject({
    event: z.literal('view'),
    ...shared,
    page_location: z.string().min(1).max(8192),
    shop_id: nothing,
    shop_url: nothing,
  }),
  z.strictObject({
    event: z.literal('install'),
    ...shared,
    page_location: nothing,
    shop_id: z.union([nothing, digits, z.int().min(0).transform(String)]),
    shop_url: z.string().max(255).nullish(),
  }),
])

/**
 * Reads an analytics export row by row, as CSV with a header or as NDJSON, whichever its first character says.
 *
 * @throws SalesFileError with the line: a missing or unknown column, a value that is not allowed
 */
export async function* readAnalyticsFile(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<AnalyticsRow> {
  const chunks = bytes[Symbol.asyncIterator]()
  const head = await chunks.next()
  const all = (async function* () {
    if (head.done !== true) yield head.value
    yield* { [Symbol.asyncIterator]: () => chunks }
  })()
  const start = head.done === true ? '' : new TextDecoder().decode(head.value).trimStart()
  for await (const { line, row } of start.startsWith('{') ? readJson(all) : readCsv(all)) {
    yield toRow(line, row)
  }
}

interface NumberedRow {
  readonly line: number
  readonly row: unknown
}

async function* readJson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedRow> {
  for await (const { line, text } of readLines(bytes)) {
    if (text.trim() !== '') yield { line, row: parseJson(line, text) }
  }
}

function parseJson(line: number, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SalesFileError(line, 'it is not JSON.')
  }
}

async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedRow> {
  const parser = parse({
    bom: true,
    columns: checkHeader,
    info: true,
    max_record_size: rowCharactersMax,
    skip_empty_lines: true,
  })
  type ParsedRow = { readonly record: unknown; readonly info: { readonly lines: number } }
  const rows: AsyncIterable<ParsedRow> = pipeline(Readable.from(bytes), parser, () => undefined)
  try {
    for await (const { record, info } of rows) yield { line: info.lines, row: record }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new SalesFileError(Number(error['lines'] ?? 1), `it cannot be read as CSV (${error.code}).`)
  }
}

function checkHeader(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim())
  const missing = columns.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new SalesFileError(1, `the columns lack ${missing.join(', ')}.`)
  return names
}

function toRow(line: number, value: unknown): AnalyticsRow {
  const read = rowSchema.safeParse(value)
  if (!read.success) throw new SalesFileError(line, sayIssue(read.error))
  const { visitor, occurred_at: atMs, ...row } = read.data
  if (row.event === 'view') return { line, visitor, atMs, event: 'view', pageLocation: row.page_location }
  const shopDomain = readShopDomain(row.shop_url) ?? null
  return { line, visitor, atMs, event: 'install', shopNumber: row.shop_id || null, shopDomain }
}

function sayIssue({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === 'unrecognized_keys') {
    return `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}; there are ${columns.join(', ')}.`
  }
  const column = String(issue?.path[0])
  const what = allowed[column]
  return what === undefined ? 'it is not a JSON object.' : `"${column}" must be ${what}.`
}
