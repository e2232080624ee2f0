/** What an entry of the ledger is about; the part of its key before the colon. */
export type LedgerKind = 'install' | 'delivery'

/** What is to be done for an install: to identify it, to run the app's callback of its event, or to report it. */
export type InstallTask = 'identify' | 'installed' | 'reinstalled' | 'report'

/** One entry of the ledger: an install of a shop, or a delivery of a webhook. It holds no secret. */
export interface LedgerEntry {
  /** `install:<shop>` or `delivery:<id>`, at most 255 ASCII characters. */
  readonly key: string
  /**
   * `claimed`: a process is at it. `missed`: a task failed, and is tried again. `done`: identified, or handled.
   * `ended`: the shop uninstalled.
   */
  readonly state: 'claimed' | 'missed' | 'done' | 'ended'
  /** The `InstallTask`s that are left, separated by spaces; empty for none, and for a delivery. */
  readonly tasks: string
  /**
   * Random, new with every write: the version that `replace` compares, at most 64 characters. That of an install ends
   * with when the shop was last known to be there, and whether it was missed for want of its token, so that neither
   * needs a column of its own.
   */
  readonly claim: string
  /** When this install or delivery was first claimed, in milliseconds since 1970. */
  readonly sinceMs: number
  /** When a claim lapses, a missed task may be tried again, or a delivery is forgotten; null for never. */
  readonly dueAtMs: number | null
}

/**
 * Remembers which shops were identified and which deliveries were handled. All processes of an app must share
 * one, so it lies in the app's own database. Ready ones are `createPrismaLedger`, `createSqlLedger`,
 * `createRedisLedger`, and `createMemoryLedger` for an app of one process. For any other store, write these three
 * functions; a store that is only eventually consistent cannot hold a ledger.
 */
export interface Ledger {
  /** The entry, or null when there is none. */
  read(key: string): Promise<LedgerEntry | null>
  /**
   * Replaces an entry in one step, atomically for all processes.
   *
   * @param expected - the claim that the entry must have; null when there must be no entry
   * @param next - the new entry; null to delete it
   * @returns whether it was replaced
   */
  replace(key: string, expected: string | null, next: LedgerEntry | null): Promise<boolean>
  /** Entries of a kind whose `dueAtMs` is not after the given time, earliest first. */
  listDue(kind: LedgerKind, untilMs: number, limit: number): Promise<readonly LedgerEntry[]>
}
