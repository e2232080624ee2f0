/** A failure that the operator can act on. Its message says what is wrong and what to do; it needs no stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** A value that a command does not take. Nothing was done. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError'
}
