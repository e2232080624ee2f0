import * as z from 'zod/mini'
import { responseObject } from '../../lib/response-object.ts'

/** A list within one record: at most `limits.recordEntriesMax` entries, and how many there are (D130). */
export interface BoundedList<Entry> {
  readonly items: readonly Entry[]
  readonly total: number
}

/** The schema of a list within one record. */
export const boundedList = <Entry extends z.core.$ZodType>(entry: Entry) =>
  responseObject({ items: z.array(entry), total: z.int().check(z.nonnegative()) })
