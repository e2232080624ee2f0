import type { Ledger, LedgerEntry } from './ledger.ts'

/** Options of a ledger in memory. */
export interface MemoryLedgerOptions {
  /** Entries at most; the oldest is forgotten first. Default 100,000. */
  readonly entriesMax?: number
}

/**
 * Makes a ledger in this process's memory: for tests, and for an app that is one long-lived process. A restart
 * forgets it, and each shop is then identified once more.
 *
 * @example
 * ```ts
 * import { createMemoryLedger } from '@affiliate-platform/shopify-recipes'
 *
 * const ledger = createMemoryLedger({ entriesMax: 5000 })
 * ```
 */
export function createMemoryLedger({ entriesMax = 100_000 }: MemoryLedgerOptions = {}): Ledger {
  const entries = new Map<string, LedgerEntry>()
  return {
    read: async (key) => entries.get(key) ?? null,
    replace: async (key, expected, next) => {
      if ((entries.get(key)?.claim ?? null) !== expected) return false
      entries.delete(key)
      if (next !== null) entries.set(key, next)
      const oldest = entries.keys().next()
      if (entries.size > entriesMax && !oldest.done) entries.delete(oldest.value)
      return true
    },
    listDue: async (kind, untilMs, limit) => {
      const dueAtMs = (entry: LedgerEntry) => entry.dueAtMs ?? Number.POSITIVE_INFINITY
      return [...entries.values()]
        .filter((entry) => entry.key.startsWith(`${kind}:`) && dueAtMs(entry) <= untilMs)
        .sort((a, b) => dueAtMs(a) - dueAtMs(b))
        .slice(0, limit)
    },
  }
}

let shared: Ledger | undefined

/** The ledger of recipes that are given none: the install hook and the uninstall handler must see the same. */
export function sharedMemoryLedger(): Ledger {
  shared ??= createMemoryLedger()
  return shared
}
