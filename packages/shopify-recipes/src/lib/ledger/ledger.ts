/**
 * Remembers what was done once: which shops were identified, which deliveries were handled. The recipes of all
 * processes of an app must share one, so it lies in the app's own database; ready ones are
 * `createMemoryLedger`, `createKeyValueLedger` and `createPrismaLedger`.
 */
export interface Ledger {
  /**
   * Takes a key, atomically: of any number of callers in any number of processes exactly one gets it.
   *
   * @param key - a shop's domain, or the id of a delivery
   * @param leaseMs - after this time a claim that was neither confirmed nor released may be taken again
   * @returns the claim, or null when the key is claimed or confirmed already
   */
  claim(key: string, leaseMs: number): Promise<string | null>
  /** Marks the key as done. A claim that is not the current one changes nothing. */
  confirm(key: string, claim: string): Promise<void>
  /** Gives the key back after a failure. A claim that is not the current one changes nothing. */
  release(key: string, claim: string): Promise<void>
  /**
   * Forgets the key, so that a reinstall counts as an install.
   *
   * @param untilMs - a claim made after this moment (milliseconds since 1970) stays: an uninstall that is
   * delivered late must not undo the reinstall that followed it
   */
  clear(key: string, untilMs: number): Promise<void>
}
