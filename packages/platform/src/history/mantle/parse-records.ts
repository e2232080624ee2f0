import type { z } from 'zod'
import { HistoryError } from '../history-row.ts'
import type { ListedItem } from './read-items.ts'

/** A record as its kind has it, or what is wrong with it. */
export type ParsedRecord<Data> = ListedItem & { readonly data?: Data }

/**
 * Parses records one by one. One that has another form is told with its fault, and ends nothing.
 *
 * @throws HistoryError for a file of which no record has the form of its kind: it is another file
 */
export async function* parseRecords<Schema extends z.ZodType>(
  records: AsyncIterable<ListedItem>,
  { file, schema }: { readonly file: string; readonly schema: Schema },
): AsyncGenerator<ParsedRecord<z.output<Schema>>> {
  let first: ListedItem | undefined
  let hasReadable = false
  for await (const record of records) {
    const { fault, data } = parse(record, schema)
    if (fault === undefined) hasReadable = true
    else first ??= { ...record, fault }
    yield { ...record, ...(fault === undefined ? { data } : { fault }) }
  }
  if (first === undefined || hasReadable) return
  throw new HistoryError(`${file}: none of its records can be read. Record ${first.number}: ${first.fault}.`)
}

function parse<Schema extends z.ZodType>({ item, fault }: ListedItem, schema: Schema) {
  if (fault !== undefined) return { fault }
  const read = schema.safeParse(item)
  if (read.success) return { data: read.data }
  const [issue] = read.error.issues
  // What is expected, and never what stands there.
  return { fault: `${issue?.path.join('.') || 'the record'}: ${issue?.message}` }
}
