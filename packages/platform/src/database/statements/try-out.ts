import type { Database, Transaction } from './database.ts'

/** Takes what a transaction has come to out of it, and lets it end as if it had not been. */
class TriedOut<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('It was tried out.')
    this.result = result
  }
}

/** Runs a function in a transaction that is taken back, and returns what it came to. */
export async function tryOut<Result>(
  database: Pick<Database, 'transaction'>,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transaction(async (tx) => {
      throw new TriedOut(await run(tx))
    })
  } catch (error) {
    if (error instanceof TriedOut) return error.result
    throw error
  }
}
