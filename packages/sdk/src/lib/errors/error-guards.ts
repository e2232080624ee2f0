import { errorBrand } from './affiliate-error.ts'
import type {
  AbortedError,
  AnyAffiliateError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  InvalidRequestError,
  InvalidResponseError,
  NetworkError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TermsRejectedError,
  TimeoutError,
} from './errors.ts'

/**
 * Whether a caught value is an error of this package, also when it comes from another copy of it.
 *
 * @example
 * ```ts
 * import { isAffiliateError } from '@affiliate-platform/sdk'
 *
 * const describe = (error: unknown) => (isAffiliateError(error) ? error.code : 'unknown')
 * ```
 */
export function isAffiliateError(value: unknown): value is AnyAffiliateError {
  return typeof value === 'object' && value !== null && errorBrand in value
}

const guard =
  <Named extends AnyAffiliateError>(...names: readonly AnyAffiliateError['name'][]) =>
  (value: unknown): value is Named =>
    isAffiliateError(value) && names.includes(value.name)

/**
 * Whether a caught value is a `ConfigurationError`, of any copy of this package.
 *
 * @example if (isConfigurationError(error)) process.exitCode = 1
 */
export const isConfigurationError = /*@__PURE__*/ guard<ConfigurationError>('ConfigurationError')

/**
 * Whether a caught value is an `InvalidRequestError` or a `TermsRejectedError`, of any copy of this package.
 *
 * @example if (isInvalidRequestError(error)) console.warn(error.issues.map(({ pointer }) => pointer))
 */
export const isInvalidRequestError = /*@__PURE__*/ guard<InvalidRequestError>(
  'InvalidRequestError',
  'TermsRejectedError',
)

/**
 * Whether a caught value is a `TermsRejectedError`, of any copy of this package.
 *
 * @example if (isTermsRejectedError(error)) console.warn(error.issues.map(({ code }) => code))
 */
export const isTermsRejectedError = /*@__PURE__*/ guard<TermsRejectedError>('TermsRejectedError')

/**
 * Whether a caught value is an `AuthenticationError`, of any copy of this package.
 *
 * @example if (isAuthenticationError(error)) console.error('Rotate the key', error.requestId)
 */
export const isAuthenticationError = /*@__PURE__*/ guard<AuthenticationError>('AuthenticationError')

/**
 * Whether a caught value is a `PermissionError`, of any copy of this package.
 *
 * @example if (isPermissionError(error)) console.error(error.code === 'scope_denied')
 */
export const isPermissionError = /*@__PURE__*/ guard<PermissionError>('PermissionError')

/**
 * Whether a caught value is a `NotFoundError`, of any copy of this package.
 *
 * @example if (isNotFoundError(error)) console.error('Is the base URL right?')
 */
export const isNotFoundError = /*@__PURE__*/ guard<NotFoundError>('NotFoundError')

/**
 * Whether a caught value is a `ConflictError`, of any copy of this package.
 *
 * @example if (isConflictError(error)) console.warn(error.code, error.idempotencyKey)
 */
export const isConflictError = /*@__PURE__*/ guard<ConflictError>('ConflictError')

/**
 * Whether a caught value is a `RateLimitError`, of any copy of this package.
 *
 * @example if (isRateLimitError(error)) console.warn(error.retryAfterMs)
 */
export const isRateLimitError = /*@__PURE__*/ guard<RateLimitError>('RateLimitError')

/**
 * Whether a caught value is a `ServerError`, of any copy of this package.
 *
 * @example if (isServerError(error)) console.error(error.status, error.requestId, error.attempts)
 */
export const isServerError = /*@__PURE__*/ guard<ServerError>('ServerError')

/**
 * Whether a caught value is a `NetworkError` of this package, of any copy of it.
 *
 * @example if (isNetworkError(error)) console.error(error.message)
 */
export const isNetworkError = /*@__PURE__*/ guard<NetworkError>('NetworkError')

/**
 * Whether a caught value is a `TimeoutError` of this package, of any copy of it.
 *
 * @example if (isTimeoutError(error)) console.error(error.code === 'total_timeout')
 */
export const isTimeoutError = /*@__PURE__*/ guard<TimeoutError>('TimeoutError')

/**
 * Whether a caught value is an `AbortedError`, of any copy of this package.
 *
 * @example if (isAbortedError(error)) console.info(error.cause)
 */
export const isAbortedError = /*@__PURE__*/ guard<AbortedError>('AbortedError')

/**
 * Whether a caught value is an `InvalidResponseError`, of any copy of this package.
 *
 * @example if (isInvalidResponseError(error)) console.error(error.code, error.status, error.issues)
 */
export const isInvalidResponseError = /*@__PURE__*/ guard<InvalidResponseError>('InvalidResponseError')
