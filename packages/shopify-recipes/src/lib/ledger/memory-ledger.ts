import { createKeyValueLedger, type KeyValueStore } from './key-value-ledger.ts'
import type { Ledger } from './ledger.ts'

/** Options of a ledger in memory. */
export interface MemoryLedgerOptions {
  /** Keys at most; the oldest is forgotten first. Default 100,000. */
  readonly entriesMax?: number
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
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
export function createMemoryLedger(options: MemoryLedgerOptions = {}): Ledger {
  return createKeyValueLedger(createMemoryStore(options), options)
}

/**
 * Makes a key-value store in memory: what `createMemoryLedger` stands on, and the shape to follow for another.
 *
 * @example
 * ```ts
 * import { createMemoryStore } from '@affiliate-platform/shopify-recipes'
 *
 * const isSet = await createMemoryStore().compareAndSet('a', null, '1', 1000)
 * ```
 */
export function createMemoryStore(options: MemoryLedgerOptions = {}): KeyValueStore {
  const { entriesMax = 100_000, now = Date.now } = options
  const entries = new Map<string, { readonly value: string; readonly expiresAtMs: number }>()
  const get = (key: string) => {
    const entry = entries.get(key)
    return entry !== undefined && entry.expiresAtMs > now() ? entry.value : null
  }
  return {
    get: async (key) => get(key),
    compareAndSet: async (key, expected, next, ttlMs = Number.POSITIVE_INFINITY) => {
      if (get(key) !== expected) return false
      entries.delete(key)
      if (next !== null) entries.set(key, { value: next, expiresAtMs: now() + ttlMs })
      const oldest = entries.keys().next()
      if (entries.size > entriesMax && !oldest.done) entries.delete(oldest.value)
      return true
    },
  }
}

let shared: Ledger | undefined

/** The ledger of recipes that are given none: the install hook and the uninstall handler must see the same. */
export function sharedMemoryLedger(): Ledger {
  shared ??= createMemoryLedger()
  return shared
}
