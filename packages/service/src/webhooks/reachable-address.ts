import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which addresses are reached. */
export interface Reach {
  readonly isPublicReached: boolean
  /** Networks that are reached although they are not public, such as `10.0.5.0/24`. */
  readonly networks: readonly string[]
}

/** Finds the addresses of a host. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

/** Thrown where an address is not to be reached; its message tells no address. */
export class UnreachableAddressError extends Error {
  override readonly name = 'UnreachableAddressError'
}

/** Whether an address is reached: a public one, which is none of any network of anybody's own, or one of the networks named. */
export function isReached(address: string, { isPublicReached, networks }: Reach): boolean {
  // An IPv4 address that is written as one of IPv6 is what it stands for.
  const parsed = ipaddr.process(address)
  if (isPublicReached && isPublic(parsed)) return true
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === parsed.kind() && parsed.match(base, bits)
  })
}

// What is assigned of IPv6 for use by everybody is below 2000::/3 (RFC 4291).
const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(ipaddr.parseCIDR('2000::/3')))

/**
 * Makes the look-up of a connection. It is made to the addresses that were checked and to no others, so a name that
 * leads elsewhere a moment later (DNS rebinding) leads nowhere.
 */
export function createGuardedLookup(reach: Reach, resolve: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    findReached(hostname, reach, resolve).then(
      (found) => {
        if (options.all === true) callback(null, [...found])
        else callback(null, found[0]?.address ?? '', found[0]?.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

async function findReached(hostname: string, reach: Reach, resolve: ResolveHost) {
  const addresses = await resolve(hostname)
  if (addresses.length === 0) throw new UnreachableAddressError('its host has no address')
  // One of several is enough to be no place for a delivery.
  for (const address of addresses) checkReached(address, reach)
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

/** @throws UnreachableAddressError where an address is not reached */
export function checkReached(address: string, reach: Reach): void {
  if (!isReached(address, reach)) throw new UnreachableAddressError('its address is not public')
}

/**
 * Asks the name servers. The system's own look-up would keep one of four threads busy for as long as a name server does
 * not answer, for all of the process.
 */
export const resolveByName: ResolveHost = async (hostname) => {
  if (hostname === 'localhost') return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}
