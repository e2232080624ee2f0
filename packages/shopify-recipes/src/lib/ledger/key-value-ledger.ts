import type { Ledger } from './ledger.ts'

/**
 * What a key-value store must be able to do to hold a ledger. `compareAndSet` must be atomic for all processes:
 * a Lua script in Redis, a conditional write in DynamoDB, an `UPDATE … WHERE` in SQL. A store that is only
 * eventually consistent cannot hold a ledger.
 */
export interface KeyValueStore {
  /** The value, or null when there is none or it has expired. */
  get(key: string): Promise<string | null>
  /**
   * Replaces the value if it is the expected one, in one step.
   *
   * @param expected - the value that must be there; null for none
   * @param next - the value to set; null to delete
   * @param ttlMs - after this time the value expires; undefined for never
   * @returns whether it was replaced
   */
  compareAndSet(
    key: string,
    expected: string | null,
    next: string | null,
    ttlMs: number | undefined,
  ): Promise<boolean>
}

/** Options of a key-value ledger. */
export interface KeyValueLedgerOptions {
  /** Put before each key. Default `affiliate:`. */
  readonly prefix?: string
  /** How long a confirmed key is remembered, in milliseconds. Default: for ever. */
  readonly confirmedForMs?: number
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
}

/**
 * Makes a ledger on any key-value store with an atomic compare-and-set.
 *
 * @example
 * ```ts
 * import { createKeyValueLedger, createMemoryStore } from '@affiliate-platform/shopify-recipes'
 *
 * const ledger = createKeyValueLedger(createMemoryStore(), { prefix: 'my-app:' })
 * ```
 */
export function createKeyValueLedger(store: KeyValueStore, options: KeyValueLedgerOptions = {}): Ledger {
  const { prefix = 'affiliate:', confirmedForMs, now = Date.now } = options
  return {
    claim: async (key, leaseMs) => {
      const claim = `${now()}:${crypto.randomUUID()}`
      const isClaimed = await store.compareAndSet(prefix + key, null, `claimed:${claim}`, leaseMs)
      return isClaimed ? claim : null
    },
    confirm: async (key, claim) => {
      await store.compareAndSet(prefix + key, `claimed:${claim}`, `confirmed:${claim}`, confirmedForMs)
    },
    release: async (key, claim) => {
      await store.compareAndSet(prefix + key, `claimed:${claim}`, null, undefined)
    },
    clear: async (key, untilMs) => {
      for (let attempt = 0; attempt < clearAttemptsMax; attempt += 1) {
        const value = await store.get(prefix + key)
        if (value === null || claimedAtMs(value) > untilMs) return
        if (await store.compareAndSet(prefix + key, value, null, undefined)) return
        // The claim was confirmed or replaced in between. Left there, a reinstall would never be identified.
      }
      throw new Error('The key could not be cleared.')
    },
  }
}

// A claim is confirmed at most once. Many more changes are a store whose compareAndSet never succeeds.
const clearAttemptsMax = 5

// A value that is not ours has no time, and is older than anything.
const claimedAtMs = (value: string): number => Number(value.split(':')[1]) || 0
