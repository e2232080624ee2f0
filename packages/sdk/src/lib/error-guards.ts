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

const hasName = (value: unknown, ...names: readonly string[]): boolean =>
  isAffiliateError(value) && names.includes(value.name)

/**
 * Whether a caught value is a `ConfigurationError`, of any copy of this package.
 *
 * @example if (isConfigurationError(error)) process.exitCode = 1
 */
export function isConfigurationError(value: unknown): value is ConfigurationError {
  return hasName(value, 'ConfigurationError')
}

/**
 * Whether a caught value is an `InvalidRequestError` or a `TermsRejectedError`, of any copy of this package.
 *
 * @example if (isInvalidRequestError(error)) console.warn(error.issues.map(({ pointer }) => pointer))
 */
export function isInvalidRequestError(value: unknown): value is InvalidRequestError {
  return hasName(value, 'InvalidRequestError', 'TermsRejectedError')
}

/**
 * Whether a caught value is a `TermsRejectedError`, of any copy of this package.
 *
 * @example if (isTermsRejectedError(error)) console.warn(error.issues.map(({ code }) => code))
 */
export function isTermsRejectedError(value: unknown): value is TermsRejectedError {
  return hasName(value, 'TermsRejectedError')
}

/**
 * Whether a caught value is an `AuthenticationError`, of any copy of this package.
 *
 * @example if (isAuthenticationError(error)) console.error('Rotate the key', error.requestId)
 */
export function isAuthenticationError(value: unknown): value is AuthenticationError {
  return hasName(value, 'AuthenticationError')
}

/**
 * Whether a caught value is a `PermissionError`, of any copy of this package.
 *
 * @example if (isPermissionError(error)) console.error(error.code === 'scope_denied')
 */
export function isPermissionError(value: unknown): value is PermissionError {
  return hasName(value, 'PermissionError')
}

/**
 * Whether a caught value is a `NotFoundError`, of any copy of this package.
 *
 * @example if (isNotFoundError(error)) console.error('Is the base URL right?')
 */
export function isNotFoundError(value: unknown): value is NotFoundError {
  return hasName(value, 'NotFoundError')
}

/**
 * Whether a caught value is a `ConflictError`, of any copy of this package.
 *
 * @example if (isConflictError(error)) console.warn(error.code, error.idempotencyKey)
 */
export function isConflictError(value: unknown): value is ConflictError {
  return hasName(value, 'ConflictError')
}

/**
 * Whether a caught value is a `RateLimitError`, of any copy of this package.
 *
 * @example if (isRateLimitError(error)) console.warn(error.retryAfterMs)
 */
export function isRateLimitError(value: unknown): value is RateLimitError {
  return hasName(value, 'RateLimitError')
}

/**
 * Whether a caught value is a `ServerError`, of any copy of this package.
 *
 * @example if (isServerError(error)) console.error(error.status, error.requestId, error.attempts)
 */
export function isServerError(value: unknown): value is ServerError {
  return hasName(value, 'ServerError')
}

/**
 * Whether a caught value is a `NetworkError` of this package, of any copy of it.
 *
 * @example if (isNetworkError(error)) console.error(error.message)
 */
export function isNetworkError(value: unknown): value is NetworkError {
  return hasName(value, 'NetworkError')
}

/**
 * Whether a caught value is a `TimeoutError` of this package, of any copy of it.
 *
 * @example if (isTimeoutError(error)) console.error(error.code === 'total_timeout')
 */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return hasName(value, 'TimeoutError')
}

/**
 * Whether a caught value is an `AbortedError`, of any copy of this package.
 *
 * @example if (isAbortedError(error)) console.info(error.cause)
 */
export function isAbortedError(value: unknown): value is AbortedError {
  return hasName(value, 'AbortedError')
}

/**
 * Whether a caught value is an `InvalidResponseError`, of any copy of this package.
 *
 * @example if (isInvalidResponseError(error)) console.error(error.code, error.status, error.issues)
 */
export function isInvalidResponseError(value: unknown): value is InvalidResponseError {
  return hasName(value, 'InvalidResponseError')
}
