import { isIP } from 'node:net'
import type { PlainRequest } from '@affiliate-platform/contract/server'
import type { ConsolePlace } from './place.ts'

/** For whom passkeys are: devices hand one out to the origin alone whose host has this id. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * For whom the passkeys of a request are.
 *
 * @returns `undefined` where there are none: browsers make no passkey for an address of numbers, nor without TLS off this
 * machine
 */
export function findRelyingParty(
  place: ConsolePlace,
  { header }: Pick<PlainRequest, 'header'>,
): RelyingParty | undefined {
  const origin = place === 'loopback' ? `http://${header('host') ?? ''}` : place.origin
  const { protocol, hostname: id } = URL.canParse(origin) ? new URL(origin) : {}
  if (id === undefined || isIP(id) !== 0) return undefined
  const isTrusted = id === 'localhost' || (protocol === 'https:' && place !== 'loopback')
  return isTrusted ? { id, origin } : undefined
}
