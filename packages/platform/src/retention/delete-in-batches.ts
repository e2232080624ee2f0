import type { Queryable, Statement } from '../database/database.ts'

/** So many rows go at once, at most. */
export const batchRowsMax = 5000

// A statement that takes longer holds others up on a busy disk.
const aimedMs = 200
const batchRowsMin = 100

/** What a batch tells: where the next one begins. It returns no row when nothing is left. */
type Batch = Readonly<Record<string, unknown>>

/** A statement that deletes what is old among the next rows, and how its values are made. */
export interface BatchedDeletion<Row extends Batch> {
  readonly statement: Statement
  /** @param rowsMax - how many rows it takes up */
  toValues(rowsMax: number, last: Row | undefined): readonly unknown[]
}

/**
 * Deletes batch by batch until nothing is left, each from where the one before it ended: whatever still sees the deleted
 * rows, they are not looked at again. A batch is as large as the one before it was quick.
 */
export async function deleteInBatches<Row extends Batch>(
  database: Queryable,
  { statement, toValues }: BatchedDeletion<Row>,
): Promise<void> {
  let rowsMax = batchRowsMax
  let last: Row | undefined
  do {
    const startedAtMs = performance.now()
    ;[last] = await database.query<Row>(statement, toValues(rowsMax, last))
    rowsMax = toNextSize(rowsMax, performance.now() - startedAtMs)
  } while (last !== undefined)
}

/** The size of a batch after one that took so long: at most twice as large, and as small as it takes. */
export function toNextSize(rows: number, tookMs: number): number {
  const fitting = Math.floor(Math.min((rows * aimedMs) / tookMs, 2 * rows))
  return Math.min(batchRowsMax, Math.max(batchRowsMin, fitting))
}
