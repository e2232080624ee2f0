import { loadCrypto } from '../load-crypto.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'

/** Writes what follows on an entry, if nobody wrote in between. */
export async function writeEntry(
  ledger: Ledger,
  before: LedgerEntry | null,
  next: Omit<LedgerEntry, 'claim'>,
): Promise<LedgerEntry | null> {
  const crypto = await loadCrypto()
  const entry = { ...next, claim: crypto.randomUUID() }
  return (await ledger.replace(next.key, before?.claim ?? null, entry)) ? entry : null
}

/** Whether a process is at it: its claim has not lapsed. */
export function isHeld({ state, dueAtMs }: LedgerEntry): boolean {
  return state === 'claimed' && dueAtMs !== null && dueAtMs > Date.now()
}
