import pg from 'pg'

// The driver takes these for verify-full, and warns at each start that its next major version will not.
const strictModes = new Set(['prefer', 'require', 'verify-ca'])

/** The URL as the driver is given it: with the name of what it does. */
export function toDriverUrl(connectionString: string): string {
  const url = new URL(connectionString)
  const isStrict = strictModes.has(url.searchParams.get('sslmode') ?? '')
  if (!isStrict || url.searchParams.has('uselibpqcompat')) return connectionString
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}

const localHosts = new Set(['localhost', '127.0.0.1', '::1'])

/**
 * Whether what is sent to a Postgres leaves this machine unencrypted. Without an `sslmode` it does: the driver encrypts
 * nothing that it was not told to.
 */
export function isSentInClear(connectionString: string): boolean {
  const { ssl, host } = new pg.Client({ connectionString: toDriverUrl(connectionString) })
  // A path is that of a socket.
  return !ssl && !localHosts.has(host) && !host.startsWith('/')
}
