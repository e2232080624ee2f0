/** Thrown at the start where the service cannot work with a database, or with the pooler before it. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError'
  /** What is wrong. */
  readonly reason: string
  /** What to do. */
  readonly remedy: string

  /** @param remedy - ends the message */
  constructor(reason: string, remedy: string, options?: ErrorOptions) {
    super(`${reason} ${remedy}`, options)
    this.reason = reason
    this.remedy = remedy
  }
}
