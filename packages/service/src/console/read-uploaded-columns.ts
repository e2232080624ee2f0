import {
  type CsvColumns,
  csvColumnsSchema,
  type ExportFolder,
  HistoryError,
} from '@affiliate-platform/platform/history'

const file = 'columns.json'
const bytesMax = 65_536

/**
 * Reads what the columns of uploaded CSV files say, where somebody has uploaded that with them.
 *
 * @throws HistoryError where it has another form
 */
export async function readUploadedColumns(folder: ExportFolder): Promise<CsvColumns | undefined> {
  const bytes = await folder.open(file)
  if (bytes === undefined) return undefined
  const parsed = csvColumnsSchema.safeParse(parse(await readText(bytes)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new HistoryError(
    `${file} does not say what columns are: ${issue?.path.join('.')}: ${issue?.message}.`,
  )
}

async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    if (length > bytesMax) throw new HistoryError(`${file} has more than ${bytesMax} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HistoryError(`${file} is not JSON.`)
  }
}
