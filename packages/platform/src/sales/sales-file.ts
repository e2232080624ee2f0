import { z } from 'zod'
import type { SalesPage } from './collection.ts'
import { readCollection, type SaleReading } from './read-collection.ts'
import { type NumberedLine, readLines } from './read-lines.ts'
import { SalesFileError } from './sales-file-error.ts'
import { toSalesPage } from './sales-page.ts'

/** A part of a file. */
export interface SalesFilePage extends SalesPage {
  /** The last line of this part. */
  readonly lastLine: number
}

const anything = z.unknown().optional()

// A misspelled optional key would change what a sale means without a word: unknown keys are faults of the file.
const lineSchema = z.strictObject({
  platformId: z.string().min(1).max(255),
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
 * Reads a file of sales: NDJSON, one sale a line, UTF-8, blank lines ignored. A row whose content cannot be trusted is
 * set aside, as those of the Partner API are; what is no row at all ends the reading.
 *
 * @throws SalesFileError with the line: no JSON object, no `platformId`, an unknown key
 *
 * @example
 * ```ts
 * for await (const page of readSalesFile(createReadStream('sales.ndjson'))) await store(page.rows, page.setAside)
 * ```
 */
export async function* readSalesFile(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SalesFilePage> {
  let readings: SaleReading[] = []
  let lastLine = 0
  for await (const numbered of readLines(bytes)) {
    lastLine = numbered.line
    if (numbered.text.trim() === '') continue
    readings.push(readLine(numbered))
    if (readings.length < pageRows) continue
    yield { ...toSalesPage(readings), lastLine }
    readings = []
  }
  if (readings.length > 0) yield { ...toSalesPage(readings), lastLine }
}

function readLine({ line, text }: NumberedLine): SaleReading {
  const read = lineSchema.safeParse(parseJson(line, text))
  if (!read.success) throw new SalesFileError(line, sayIssue(read.error))
  const { currency, netCurrency = currency, ...sale } = read.data
  return readCollection({
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
    throw new SalesFileError(line, 'it is not JSON.')
  }
}

function sayIssue({ issues }: z.ZodError): string {
  const [issue] = issues
  if (issue?.code === 'unrecognized_keys')
    return `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}.`
  if (issue?.path[0] === 'platformId') return '"platformId" must be a text of 1 to 255 characters.'
  return 'it is not a JSON object.'
}
