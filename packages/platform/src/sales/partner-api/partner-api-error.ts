/** What went wrong with the Partner API. */
export type PartnerApiErrorCode =
  | 'invalid_setup'
  | 'access_denied'
  | 'version_not_served'
  | 'app_not_found'
  | 'invalid_query'
  | 'rate_limited'
  | 'unavailable'
  | 'redirected'
  | 'unreadable'
  | 'cursor_repeated'

/**
 * A request to the Partner API failed for good: retries are over, or would not have helped. It never has a cause: what
 * fetch throws may print the request's headers, and with them the token.
 */
export class PartnerApiError extends Error {
  override readonly name = 'PartnerApiError'
  /** Tells what to do: `access_denied` and `version_not_served` need a person. */
  readonly code: PartnerApiErrorCode

  constructor(code: PartnerApiErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
