import type { ClientOptions } from './client-options.ts'
import { checkHeaders } from './request-headers.ts'

/** The options of a client with some of them changed. */
export function joinOptions(options: ClientOptions, changes: ClientOptions): ClientOptions {
  const headers = { ...checkHeaders(options.headers), ...checkHeaders(changes.headers) }
  return { ...options, ...changes, headers }
}
