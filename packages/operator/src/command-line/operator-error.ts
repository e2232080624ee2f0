/** A failure that the operator can act on. Its message says what is wrong and what to do; it needs no stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** A change that may have happened or not, which nobody knows here. Its message says how to find out. */
export class OutcomeUnknownError extends OperatorError {
  override readonly name = 'OutcomeUnknownError'
}

/** A value that a command does not take. Nothing was done. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError'
}
