import type { Database } from '../database/statements/database.ts'

/** The first place where the ledger is not what the facts say. */
export interface MoneyDifference {
  /** What was recomputed: a base, an amount, an install reward, a hold, or the lines of a payout. */
  readonly kind: 'base' | 'amount' | 'install_reward' | 'available_at' | 'payout'
  /** Which one, by its ids. */
  readonly subject: Readonly<Record<string, string | null>>
  readonly expected: string
  readonly found: string
}

/** A ledger, and who is told how far its verification is. */
export interface VerifiedLedger {
  readonly database: Database
  readonly workspaceId: string
  /** Told after each part of so many. */
  readonly tell: (verified: number) => void
}
