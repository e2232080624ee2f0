import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SalesPage } from './app-transaction.ts'
import { isStorable, readAppTransaction, type SaleReading } from './read-app-transaction.ts'
import { type NumberedLine, readLines } from './read-lines.ts'
import { SalesFileError } from './sales-file-error.ts'
import { toSalesPage } from './sales-page.ts'

/** What is known of a file once it was read to its end. */
export interface SalesFileSurvey {
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string
  /** The last line of each `platformId`: the one that counts (D184). */
  readonly lastLines: ReadonlyMap<string, number>
}

const anything = z.unknown().optional()

// A misspelled optional key would change what a sale means without a word: unknown keys are faults of the file.
const lineSchema = z.strictObject({
  platformId: z.string().min(1).max(255).refine(isStorable),
  kind: anything,
  shopDomain: anything,
  chargeId: anything,
  billingInterval: anything,
  gross: anything,
  net: anything,
  currency: anything,
  netCurrency: anything,
  collectedAt: anything,
})

const pageRows = 500

/**
 * Reads the ids of a file of sales, and finds the first line that is none.
 *
 * @throws SalesFileError with the line: no JSON object, no `platformId`, an unknown key
 */
export async function surveySalesFile(bytes: AsyncIterable<Uint8Array>): Promise<SalesFileSurvey> {
  const sha256 = createHash('sha256')
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      sha256.update(chunk)
      yield chunk
    }
  }
  const lastLines = new Map<string, number>()
  for await (const { line, sale } of readSales(hashed())) lastLines.set(sale.platformId, line)
  return { sha256: sha256.digest('hex'), lastLines }
}

/**
 * Reads a file of sales: NDJSON, one sale a line, UTF-8, blank lines ignored. A row whose content cannot be trusted is
 * set aside, as those of the Partner API are; what is no row at all ends the reading.
 *
 * @param survey - of the same file: which line of each sale counts
 * @throws SalesFileError with the line: no JSON object, no `platformId`, an unknown key
 *
 * @example
 * ```ts
 * const survey = await surveySalesFile(createReadStream('sales.ndjson'))
 * for await (const page of readSalesFile(createReadStream('sales.ndjson'), survey)) await store(page.rows, page.setAside)
 * ```
 */
export async function* readSalesFile(
  bytes: AsyncIterable<Uint8Array>,
  { lastLines }: SalesFileSurvey,
): AsyncGenerator<SalesPage> {
  let readings: SaleReading[] = []
  let replaced = 0
  for await (const { line, sale } of readSales(bytes)) {
    if (lastLines.get(sale.platformId) === line) readings.push(toReading(sale))
    else replaced += 1
    if (readings.length + replaced < pageRows) continue
    yield toSalesPage(readings, replaced)
    readings = []
    replaced = 0
  }
  if (readings.length + replaced > 0) yield toSalesPage(readings, replaced)
}

type SaleLine = z.output<typeof lineSchema>

async function* readSales(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ line: number; sale: SaleLine }> {
  for await (const numbered of readLines(bytes)) {
    if (numbered.text.trim() !== '') yield { line: numbered.line, sale: readLine(numbered) }
  }
}

function readLine({ line, text }: NumberedLine): SaleLine {
  const read = lineSchema.safeParse(parseJson(line, text))
  if (!read.success) throw new SalesFileError(line, sayIssue(read.error))
  return read.data
}

function toReading({ currency, netCurrency = currency, ...sale }: SaleLine): SaleReading {
  return readAppTransaction({
    ...sale,
    grossCurrency: currency,
    netCurrency,
    shopNumber: null,
    platformFee: null,
  })
}

function parseJson(line: number, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SalesFileError(line, 'it is not JSON. The file has one JSON object on each line.')
  }
}

function sayIssue({ issues }: z.ZodError): string {
  const [issue] = issues
  if (issue?.code === 'unrecognized_keys')
    return `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}.`
  if (issue?.path[0] === 'platformId')
    return '"platformId" must be a text of 1 to 255 characters, without NUL and without half of a surrogate pair.'
  return 'it is not a JSON object.'
}
