/** Names of the headers that the interface and the decisions define, in their usual spelling. */
export const headerNames = {
  authorization: 'Authorization',
  idempotencyKey: 'Idempotency-Key',
  idempotencyReplayed: 'Idempotency-Replayed',
  requestId: 'X-Request-Id',
  schemaVersion: 'X-Affiliate-Schema-Version',
  retryAfter: 'Retry-After',
  rateLimit: 'RateLimit',
  rateLimitPolicy: 'RateLimit-Policy',
} as const

/** The value of `X-Affiliate-Schema-Version` on every affiliate REST response (interface section 9). */
export const schemaVersion = '1'

/** Where the paths begin whose responses have the schema version. */
export const versionedPath = '/api/affiliate-platform/'

/** Where the paths of affiliate REST begin (interface section 4). */
export const v1Path = `${versionedPath}v1/` as const
