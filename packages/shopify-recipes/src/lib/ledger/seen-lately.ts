import type { Ledger } from './ledger.ts'

const shopsMax = 10_000
const seenLately = new WeakMap<Ledger, Map<string, number>>()

/** Keeps a proof that a shop is there in this process, between those that are written. */
export function keepSeen(ledger: Ledger, key: string, seenAtMs: number): void {
  const shops = seenLately.get(ledger) ?? new Map<string, number>()
  seenLately.set(ledger, shops)
  shops.delete(key)
  shops.set(key, seenAtMs)
  const oldest = shops.keys().next()
  if (shops.size > shopsMax && !oldest.done) shops.delete(oldest.value)
}

/** The proof that this process keeps, or 0. */
export function findSeenLately(ledger: Ledger, key: string): number {
  return seenLately.get(ledger)?.get(key) ?? 0
}
