/**
 * A code of the service, the same as in the body of its refusals. A later service may send another one.
 *
 * @example const code: ServiceErrorCode = 'quota_exceeded'
 */
export type ServiceErrorCode =
  | 'invalid_json'
  | 'invalid_request'
  | 'invalid_parameter'
  | 'invalid_cursor'
  | 'invalid_idempotency_key'
  | 'terms_rejected'
  | 'nothing_to_identify'
  | 'platform_token_rejected'
  | 'malformed_request'
  | 'missing_credential'
  | 'invalid_credential'
  | 'scope_denied'
  | 'access_denied'
  | 'not_found'
  | 'request_timeout'
  | 'idempotency_key_reused'
  | 'idempotency_key_in_progress'
  | 'platform_access_denied'
  | 'platform_shop_unavailable'
  | 'platform_shop_mismatch'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'quota_exceeded'
  | 'headers_too_large'
  | 'internal_error'
  | 'unavailable'
  | 'platform_unavailable'

/**
 * A code of this package itself: the fault was found before the network, or no usable response came.
 *
 * @example const code: ClientErrorCode = 'not_connected'
 */
export type ClientErrorCode =
  | 'missing_api_key'
  | 'wrong_api_key'
  | 'missing_base_url'
  | 'invalid_base_url'
  | 'browser_refused'
  | 'invalid_option'
  | 'faulty_fetch'
  | 'faulty_api_key'
  | 'not_connected'
  | 'network_error'
  | 'certificate_rejected'
  | 'attempt_timeout'
  | 'total_timeout'
  | 'aborted'
  | 'malformed_json'
  | 'unexpected_media_type'
  | 'invalid_shape'
  | 'other_record'
  | 'currency_differs'
  | 'rules_differ'
  | 'effective_at_differs'
  | 'not_ok'
  | 'repeated_cursor'
  | 'answer_too_large'
  | 'unreadable_body'
  | 'unexpected_status'
  | `http_${number}`

/** The class of each kind of error. */
export interface ErrorNames {
  readonly configuration: 'ConfigurationError'
  readonly invalid_request: 'InvalidRequestError'
  readonly terms_rejected: 'TermsRejectedError'
  readonly authentication: 'AuthenticationError'
  readonly permission: 'PermissionError'
  readonly not_found: 'NotFoundError'
  readonly conflict: 'ConflictError'
  readonly rate_limit: 'RateLimitError'
  readonly server: 'ServerError'
  readonly network: 'NetworkError'
  readonly timeout: 'TimeoutError'
  readonly aborted: 'AbortedError'
  readonly invalid_response: 'InvalidResponseError'
}
