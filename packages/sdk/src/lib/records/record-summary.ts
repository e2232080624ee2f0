import type { Later } from './later.ts'

/** What the row of every list says: whose record it is, and its state. */
export interface RecordSummary<Kind extends string, Status extends string> {
  /** The record's id (UUID). */
  readonly id: string
  /** The kind of record. */
  readonly kind: Kind
  /** The app that the record belongs to (UUID): your key's own. */
  readonly appId: string
  /** The program (UUID) that the record belongs to; of a program its own `id`. */
  readonly programId: string
  /** The program's name. */
  readonly name: string
  /** The state: one that this version of the package knows, or a later one. */
  readonly status: Status | Later
}
