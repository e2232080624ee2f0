/** Why an app's sales cannot be read from the platform's API. */
export type SaleFeedErrorCode =
  | 'not_connected'
  | 'no_token'
  | 'no_secret_key'
  | 'wrong_secret_key'
  | 'other_source'
  | 'cut_over'
  | 'cut_over_ahead'
  | 'busy'
  | 'lease_lost'

/** Thrown before anything is read, or where another process has taken over. It never holds a token. */
export class SaleFeedError extends Error {
  override readonly name = 'SaleFeedError'
  /** Tells what to do. */
  readonly code: SaleFeedErrorCode

  constructor(code: SaleFeedErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
