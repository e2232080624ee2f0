import { ServiceError } from '@affiliate-platform/contract/server'

/** The names of this machine for itself. */
export const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'] as const

/**
 * Checks that a request names this service as its host, and comes from no other web page. A request without a host comes
 * from no browser.
 *
 * @param allowedHosts - host names without a port, in lower case
 * @throws ServiceError `access_denied`
 */
export function checkOrigin(
  { header }: { header(name: string): string | undefined },
  allowedHosts: readonly string[],
): void {
  const host = header('host')?.toLowerCase()
  const origin = header('origin')?.toLowerCase()
  if (host !== undefined && !allowedHosts.includes(withoutPort(host))) {
    throw new ServiceError('access_denied', 'MCP_ALLOWED_HOSTS does not include the host of this request.')
  }
  // A page of this service itself, or one of an allowed host at its ordinary port.
  const isAllowed = [host, ...allowedHosts].some(
    (each) => /^https?:\/\/(.*)$/.exec(origin ?? '')?.[1] === each,
  )
  if (origin !== undefined && !isAllowed) {
    throw new ServiceError('access_denied', 'MCP_ALLOWED_HOSTS does not include the origin of this request.')
  }
}

/** Whether a host is this machine by one of its own names. */
export const isLoopbackHost = (host: string): boolean =>
  loopbackHosts.some((name) => name === withoutPort(host.toLowerCase()))

const withoutPort = (host: string): string => host.replace(/:\d{1,5}$/, '')
