/** A failure that the operator can act on. Its message says what is wrong and what to do; it needs no stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
