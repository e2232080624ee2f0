import * as z from 'zod/mini'

/**
 * The one table that pairs an error code with its status and title (interface section 7).
 * A code never changes its meaning; clients branch on it.
 */
export const errorCatalogue = {
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_request: { status: 400, title: 'The request has invalid fields' },
  invalid_parameter: { status: 400, title: 'A path or query parameter is invalid' },
  invalid_cursor: { status: 400, title: 'The cursor does not belong to this request' },
  invalid_idempotency_key: { status: 400, title: 'The Idempotency-Key is malformed' },
  terms_rejected: { status: 400, title: 'The terms break a business rule' },
  nothing_to_identify: { status: 400, title: 'The request identifies nothing' },
  platform_token_rejected: { status: 400, title: 'The commerce platform rejected the access token' },
  malformed_request: { status: 400, title: 'The request is not well-formed HTTP' },
  missing_credential: { status: 401, title: 'An API key is required' },
  invalid_credential: { status: 401, title: 'The API key is not accepted' },
  scope_denied: { status: 403, title: 'The API key lacks the scope' },
  access_denied: { status: 403, title: 'The resource is not accessible' },
  not_found: { status: 404, title: 'There is no such operation' },
  method_not_allowed: { status: 405, title: 'The method is not supported here' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  idempotency_key_reused: { status: 409, title: 'The Idempotency-Key was used with another body' },
  idempotency_key_in_progress: { status: 409, title: 'The first request with this key is still running' },
  platform_access_denied: { status: 409, title: 'The commerce platform denied access' },
  platform_shop_unavailable: { status: 409, title: 'The shop is not available on the commerce platform' },
  platform_shop_mismatch: { status: 409, title: 'The access token belongs to another shop or app' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  quota_exceeded: { status: 429, title: 'The request quota is used up' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal_error: { status: 500, title: 'The service failed' },
  unavailable: { status: 503, title: 'The service is temporarily unavailable' },
  platform_unavailable: { status: 503, title: 'The commerce platform is temporarily unavailable' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>

/** A stable, machine-readable error code. */
export type ErrorCode = keyof typeof errorCatalogue

/** One fault of a request: where it is (exactly one of the three locations), a stable code, and what is allowed. */
export const issueSchema = z.looseObject({
  pointer: z.optional(z.string()),
  parameter: z.optional(z.string()),
  header: z.optional(z.string()),
  code: z.string(),
  message: z.string(),
})

/**
 * The body of every rejection: an RFC 9457 problem document. Unknown members are kept, so that later
 * versions may add some. On the identify endpoint it also carries `ok: false`.
 */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.optional(z.array(issueSchema)),
})

/** A parsed problem document. */
export type Problem = z.infer<typeof problemSchema>
