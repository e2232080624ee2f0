import type { Cursors } from '@affiliate-platform/contract/server'
import type { MoneyPlaces } from '@affiliate-platform/platform/balances'
import type { Database } from '@affiliate-platform/platform/database'
import { type Account, listAccounts } from '@affiliate-platform/platform/people'
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

/** Creates how actors are named to people: by their accounts where they have one, operators and members alike. */
export async function createNaming(
  { database }: ConsoleContext,
  workspaceId: string,
): Promise<(actor: string) => string> {
  const accounts = await listAccounts(database, workspaceId)
  const names = new Map(accounts.map(({ id, name }: Account) => [id, name]))
  return (actor) => names.get(actor.replace(/^(operator|member):/, '')) ?? actor.replace(/^operator:/, '')
}
