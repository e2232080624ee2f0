/** When to repeat a request, in words for a reader of the document. */
export const retryWords =
  'Repeat a request whose connection failed or was lost, or that ended in a timeout, 408, 429 or 5xx, up to four times: after ' +
  '`Retry-After` where there is one, else after 0.5, 1, 2 and 4 seconds, with 50 % jitter. A write of terms ' +
  'is repeated with its `Idempotency-Key`. An identify request with an access token is repeated only where nothing can ' +
  'have been accepted: without a connection, after 429, or after 503 with `Retry-After`.'

const backoff = { initialInterval: 500, maxInterval: 4000, maxElapsedTime: 30_000, exponent: 2 }

/** The same for generators of clients. They do not know a request with a token from one without. */
export const retryExtensions = {
  all: {
    'x-speakeasy-retries': {
      strategy: 'backoff',
      backoff,
      statusCodes: ['408', '429', '5XX'],
      retryConnectionErrors: true,
    },
  },
  withToken: {
    'x-speakeasy-retries': {
      strategy: 'backoff',
      backoff,
      statusCodes: ['429'],
      retryConnectionErrors: false,
    },
  },
} as const
