import { v7 } from 'uuid'

/** Makes a record's id from its time: `newId`, or the demo's source, which makes the same ids again (D153). */
export type IdSource = (instantMs: number) => string

/** A new record id: a uuidv7, so that ids made later sort later and inserts stay at the end of an index. */
export function newId(): string {
  return v7()
}

/** A new record id that sorts after an existing one, also when that was made by a process whose clock is ahead. */
export function newIdAfter(existing: string | undefined): string {
  const id = newId()
  if (existing === undefined || id > existing) return id
  // The first 48 bits of a uuidv7 are its milliseconds.
  const msecs = Number.parseInt(existing.replaceAll('-', '').slice(0, 12), 16) + 1
  return v7({ msecs })
}
