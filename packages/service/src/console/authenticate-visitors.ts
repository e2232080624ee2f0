import { createHmac } from 'node:crypto'
import { type Authenticator, accessDenied, type PlainRequest } from '@affiliate-platform/contract/server'
import ipaddr from 'ipaddr.js'
import { type ConsolePlace, isFromConsole } from './place.ts'

/** How visitors are told apart. */
export interface Visitors {
  /** The same in every process on one database. */
  readonly secret: Uint8Array
  /** The header in which a proxy tells the client's address. Default: who is connected. */
  readonly clientAddressHeader: string | undefined
}

/** What a visitor asks for tells whose it is. */
const nobody = '00000000-0000-0000-0000-000000000000'
const readsMax = 120
const writesMax = 10
const uuidDigits = 32

/**
 * Takes whoever has opened one of our pages, known or not, as one of their network: all of one network share what they may
 * ask in a minute. What is more than a read has to come from a page of ours.
 */
export function authenticateVisitors(
  place: ConsolePlace,
  { secret, clientAddressHeader }: Visitors,
): Authenticator {
  return async (request, sources) => {
    if (!sources.includes('visitor')) return undefined
    const isRead = request.method === 'GET'
    if (!isRead && !isFromConsole(place, request)) throw accessDenied()
    const network = toNetwork(findAddress(request, clientAddressHeader))
    const hash = createHmac('sha256', secret).update(`visitor ${isRead ? 'reads' : 'writes'} ${network}`)
    return {
      ...{ workspaceId: nobody, id: nobody, actor: 'visitor', scopes: [] },
      lineageId: hash.digest('hex').slice(0, uuidDigits),
      source: 'visitor',
      reach: { kind: 'memberships', membershipIds: [], accountId: nobody },
      requestsMax: isRead ? readsMax : writesMax,
    }
  }
}

function findAddress(request: PlainRequest, clientAddressHeader: string | undefined): string {
  const forwarded = clientAddressHeader === undefined ? undefined : request.header(clientAddressHeader)
  return forwarded ?? request.remoteAddress() ?? ''
}

/** Who has an address of IPv6 has all that begin with its first half. */
function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
