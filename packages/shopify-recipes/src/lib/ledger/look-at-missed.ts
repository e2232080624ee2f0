import { runWithin } from '../deadline.ts'
import { listMissedShops } from './install-entry.ts'
import type { Ledger } from './ledger.ts'

const lookEveryMs = 60_000
const listTimeoutMs = 1000

// When each ledger is looked at again, after nothing was due there.
const nextLookAtMs = new WeakMap<Ledger, number>()

/**
 * Lists shops that were missed: cheap enough for every run of the hook, because while nothing is due a process reads
 * the ledger once a minute.
 */
export async function lookAtMissed(ledger: Ledger, limit: number): Promise<readonly string[]> {
  const nowMs = Date.now()
  if (nowMs < (nextLookAtMs.get(ledger) ?? 0)) return []
  // Before the read, so that calls at the same time make one. A ledger that is down has its minute too.
  nextLookAtMs.set(ledger, nowMs + lookEveryMs)
  const shops = await runWithin(listTimeoutMs, () => listMissedShops(ledger, limit))
  // There may be more.
  if (shops.length > 0) lookSoon(ledger)
  return shops
}

/** Lets the next occasion look at the ledger: something was missed. */
export function lookSoon(ledger: Ledger): void {
  nextLookAtMs.delete(ledger)
}
