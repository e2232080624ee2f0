import type { ErrorCode } from '@affiliate-platform/contract'

/** What a person needs to know of a rejection. Text in backticks is code. */
export interface ErrorPage {
  /** When the service rejects so. */
  readonly cause: string
  /** What to do about it. */
  readonly remedy: string
}

/** Cause and remedy of every error code: the one place that has these words. `docs/api/errors.md` is held equal to it. */
export const errorPages: Readonly<Record<ErrorCode, ErrorPage>> = {
  invalid_json: { cause: 'The body is not one JSON value in UTF-8', remedy: 'Correct the body' },
  invalid_request: {
    cause: 'Members of the body are missing, unknown, or of a wrong type or range',
    remedy: 'Correct what `errors` names',
  },
  invalid_parameter: {
    cause: 'A path or query parameter is malformed, unknown, repeated or empty',
    remedy: 'Correct what `errors` names',
  },
  invalid_cursor: {
    cause: 'The cursor was changed, or belongs to another key, list or set of filters',
    remedy: 'Send `nextCursor` unchanged with the same filters, or start again without it',
  },
  invalid_idempotency_key: {
    cause: 'The `Idempotency-Key` is empty, longer than 255 characters, sent twice, or not visible ASCII',
    remedy: 'Send one well-formed key',
  },
  terms_rejected: {
    cause: 'The terms are well-formed but break business rules',
    remedy: 'Correct what `errors` names; the same `Idempotency-Key` may be used again',
  },
  nothing_to_identify: { cause: 'There is neither a token nor a contact field', remedy: 'Send one of them' },
  platform_token_rejected: {
    cause: 'The commerce platform does not accept the token, and there are no contact fields',
    remedy: 'Get a current token, or send the contact',
  },
  malformed_request: {
    cause: 'The request is not well-formed HTTP/1.1, or names no host',
    remedy: 'Correct the client; the connection was closed',
  },
  missing_credential: {
    cause: 'There is no `Authorization: Bearer` header',
    remedy: 'Send the key in the header; a key in the query string does not count',
  },
  invalid_credential: {
    cause: 'The key is unknown, revoked, expired or of another kind',
    remedy: 'Use a current key of the right kind',
  },
  scope_denied: { cause: "The affiliate key lacks the operation's scope", remedy: 'Use a key that has it' },
  access_denied: {
    cause: "A record or app does not exist or is not the key's own",
    remedy: 'Check the ids and the key',
  },
  not_found: {
    cause: 'There is no such path, or the path has no such method; `Allow` then names those it has',
    remedy: 'Check method and path',
  },
  method_not_allowed: {
    cause: 'The MCP endpoint takes only POST: it keeps no stream and no session',
    remedy: 'Send each message as a POST',
  },
  request_timeout: {
    cause: 'The headers took more than 10 seconds to arrive, or the whole request more than 30',
    remedy: 'Send it again, writes with the same `Idempotency-Key`; nothing was done',
  },
  idempotency_key_reused: {
    cause: 'The key was used for this operation and membership with another body',
    remedy: 'Use a new key for a new action',
  },
  idempotency_key_in_progress: {
    cause: 'The first request with the key has not finished',
    remedy: 'Wait for the time given in `Retry-After` and send the same request',
  },
  platform_access_denied: {
    cause:
      'The platform knows the token but denies access: a scope is missing, or its IP allowlist does not include the service',
    remedy: "Grant the scope, allow the service's addresses, or send the contact",
  },
  platform_shop_unavailable: {
    cause: 'The shop is closed, frozen or locked on the platform',
    remedy: 'Wait until the shop is back, or send the contact',
  },
  platform_shop_mismatch: {
    cause: 'The platform responds for a shop or app that the request does not name',
    remedy: 'Send the token that belongs to shop and app',
  },
  body_too_large: { cause: 'The body has more than 65,536 bytes', remedy: 'Send less' },
  unsupported_media_type: {
    cause: 'The body is not `application/json` in UTF-8, or is compressed',
    remedy: 'Send plain JSON',
  },
  quota_exceeded: {
    cause: 'The key has used up its requests of the last 60 seconds',
    remedy: 'Wait for the time given in `Retry-After`',
  },
  headers_too_large: {
    cause: 'The first line and the headers together have more than 16,384 bytes',
    remedy: 'Send shorter headers, or a shorter query',
  },
  internal_error: {
    cause: 'The service failed',
    remedy: 'Try again; report the request id if it keeps failing',
  },
  unavailable: {
    cause: 'The database cannot respond right now. A write may or may not have happened',
    remedy: 'Wait for the time given in `Retry-After` and retry, writes with the same `Idempotency-Key`',
  },
  platform_unavailable: {
    cause: 'The commerce platform is too slow, throttles or fails',
    remedy: 'Wait for the time given in `Retry-After` and retry',
  },
}
