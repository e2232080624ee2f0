import type { Queryable, Statement } from '../database/statements/database.ts'

/** A batch of so many rows is the largest, the smallest, and the first, whose pace nobody knows yet. */
const batchRows = { max: 2000, min: 50, first: 250 } as const

// A tenth of what a statement may take: a disk that stalls is told of only by the batch that waits for it.
const aimedMs = 100

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
  let rowsMax: number = batchRows.first
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
  return Math.min(batchRows.max, Math.max(batchRows.min, fitting))
}
