import { runWithin } from '../deadline.ts'
import { type Miss, settleInstall } from '../ledger/install-entry.ts'
import type { Ledger, LedgerEntry } from '../ledger/ledger.ts'
import { lookSoon } from '../ledger/look-at-missed.ts'

/** For a ledger that hangs, after the time of the calls is over. */
export const rememberTimeoutMs = 1000

/**
 * Ends the claim of an install. One that cannot be ended lapses, and what is left of it is then tried again all the same:
 * what made the call fail is what is reported.
 */
export async function settleQuietly(ledger: Ledger, entry: LedgerEntry, miss?: Miss): Promise<void> {
  try {
    await runWithin(rememberTimeoutMs, () => settleInstall(ledger, entry, miss))
    if (entry.tasks !== '') lookSoon(ledger)
  } catch {
    // See above.
  }
}
