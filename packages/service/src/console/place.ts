import type { PlainRequest } from '@affiliate-platform/contract/server'
import { isLoopbackHost } from '../mcp/check-origin.ts'

/** Where the console is: at an origin, or wherever this machine calls itself. */
export type ConsolePlace = { readonly origin: string } | 'loopback'

/** Whether a request comes from a page of the console itself. */
export function isFromConsole(place: ConsolePlace, { header }: PlainRequest): boolean {
  const origin = header('origin')
  if (origin === undefined) return false
  if (place !== 'loopback') return origin === place.origin
  // A name that someone else has made to mean this machine is not one of its own.
  const host = header('host') ?? ''
  return isLoopbackHost(host) && origin === `http://${host}`
}
