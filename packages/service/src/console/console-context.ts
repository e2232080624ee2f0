import type { Cursors } from '@affiliate-platform/contract/server'
import type { MoneyPlaces } from '@affiliate-platform/platform/balances'
import type { Database } from '@affiliate-platform/platform/database'
import { listActorNames } from '@affiliate-platform/platform/people'
import type { Passkeys } from './passkeys.ts'
import type { SessionCookie } from './session-cookie.ts'

/** What the console's operations need beside their requests. */
export interface ConsoleContext {
  readonly database: Database
  readonly cookie: SessionCookie
  readonly cursors: Cursors
  readonly isDemo: boolean
  readonly passkeys: Passkeys
  /** Under which secrets of endpoints are encrypted. Without it none is made. */
  readonly secretKey: Uint8Array | undefined
}

/** Money as the wire has it. */
export const toMoney = (amountMinor: bigint | string, currency: string) => ({
  amountMinor: `${amountMinor}`,
  currency,
})

/** Where money is, as the wire has it. */
export function toPlacesOnWire({ currency, ...places }: MoneyPlaces) {
  const amounts = Object.entries(places).map(([place, amount]) => [place, toMoney(amount, currency)])
  return { currency, ...Object.fromEntries(amounts) }
}

/** Reads how people call those who acted: an account's or a key's name, where it has one. */
export async function readNaming(
  { database }: ConsoleContext,
  workspaceId: string,
  actors: readonly (string | null)[],
): Promise<(actor: string) => string> {
  const named = actors.filter((actor) => actor !== null)
  const names = await listActorNames(database, workspaceId, named)
  return (actor) => {
    const name = names.get(actor)
    if (actor === 'system') return 'The platform itself'
    if (actor.startsWith('key:')) return name === undefined ? 'An API key' : nameKey(name)
    return name ?? (actor.startsWith('member:') ? 'A member' : actor.replace(/^operator:/, ''))
  }
}

/** How an API key is called among people. */
export const nameKey = (name: string): string => `API key “${name}”`
