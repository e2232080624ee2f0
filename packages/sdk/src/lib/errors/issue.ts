/**
 * One fault of a request or a response: where it is, a stable code, and what is allowed. The offending value
 * is never part of it, because it may be a token or an e-mail.
 *
 * @example
 * ```ts
 * import type { Issue } from '@affiliate-platform/sdk'
 *
 * const issue: Issue = { pointer: '/rules/cpi/amountMinor', code: 'zero_rate_needs_cpi', message: 'Must be above 0.' }
 * ```
 */
export interface Issue {
  /** A JSON Pointer into the body, such as `/rules/thresholds/1/currency`. */
  readonly pointer?: string
  /** The name of a path or query parameter. */
  readonly parameter?: string
  /** The name of a header. */
  readonly header?: string
  /** Stable, snake_case, machine-readable. */
  readonly code: string
  /** What is allowed, for a person to read. */
  readonly message: string
}
