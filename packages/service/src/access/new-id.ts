import { v7 } from 'uuid'

/** A new record id: a uuidv7, so that ids made later sort later and inserts stay at the end of an index. */
export function newId(): string {
  return v7()
}
