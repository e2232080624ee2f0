/** The ledger's table is not there. The message says how to make it. */
export class LedgerTableMissingError extends Error {
  override readonly name = 'LedgerTableMissingError'
  readonly code = 'ledger_table_missing'
}
