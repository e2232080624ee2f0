import type { Queryable, Statement } from '../database/database.ts'

/** So many rows are deleted well within a second, and hold nobody up. */
export const batchRowsMax = 5000

/** Runs a statement that deletes at most `batchRowsMax` rows, and returns their number as `deleted`, until none is left. */
export async function deleteInBatches(
  database: Queryable,
  statement: Statement,
  values: readonly unknown[],
): Promise<void> {
  let deleted = 1
  while (deleted > 0) {
    const [row] = await database.query<{ readonly deleted: number }>(statement, values)
    deleted = row?.deleted ?? 0
  }
}
