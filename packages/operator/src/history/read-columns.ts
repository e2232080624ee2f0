import { readFile } from 'node:fs/promises'
import { type CsvColumns, csvColumnsSchema } from '@affiliate-platform/platform/history'
import { describeAllowed } from '../command-line/describe-allowed.ts'
import { OperatorError } from '../command-line/operator-error.ts'

/**
 * Reads what the columns of CSV files say.
 *
 * @throws OperatorError for a file that cannot be read or has another form
 */
export async function readColumns(path: string): Promise<CsvColumns> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`${path} cannot be read.`)
  })
  const parsed = csvColumnsSchema.safeParse(parseJson(path, text), { error: describeAllowed })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new OperatorError(
    `${path} does not say what columns are: ${issue?.path.join('.')}: ${issue?.message}`,
  )
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorError(`${path} is not JSON.`)
  }
}
