import { UsageError } from './io.ts'

const loopbackPattern = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Parses the address that a command sends a key or a signature to.
 *
 * @throws UsageError for what is no URL, carries credentials or a query, or would send a key in the clear
 */
export function parseTargetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError('--url must be an http(s) URL.')
  // Interface 4.4 rule 4: never in a query string. The text is not repeated, because it may hold the key.
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new UsageError('--url must have no query and no credentials. A key goes into the environment.')
  }
  if (url.protocol === 'http:' && !loopbackPattern.test(url.hostname)) {
    throw new UsageError('--url must be https, except on this machine: the key would be sent unencrypted.')
  }
  return url
}
