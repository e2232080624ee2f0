import type { Queryable } from '../database/statements/database.ts'
import type { AccountKey } from './accounts.ts'
import { removePasskeys } from './passkeys.ts'
import { endSessions } from './sessions.ts'

/** What has ended. */
export interface EndedAccess {
  readonly sessions: number
  readonly passkeys: number
}

/** Ends every session of a person, and removes the passkeys by which whoever has a lost device would be back at once. */
export async function signOutEverywhere(database: Queryable, key: AccountKey): Promise<EndedAccess> {
  // In this order: a sign-in that is under way by a passkey is waited for, and its session ends with the others.
  const passkeys = await removePasskeys(database, key)
  return { sessions: await endSessions(database, key), passkeys }
}
