/** The ledger's table is not there. The message says how to make it. */
export class LedgerTableMissingError extends Error {
  override readonly name = 'LedgerTableMissingError'
  readonly code = 'ledger_table_missing'
}

/** Runs a statement, and says how to make the table when the database says that there is none. */
export async function explainMissingTable<Value>(
  remedy: string,
  isMissing: (error: unknown) => boolean,
  run: () => PromiseLike<Value>,
): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new LedgerTableMissingError(`The ledger has no table. ${remedy}`, { cause: error })
  }
}
