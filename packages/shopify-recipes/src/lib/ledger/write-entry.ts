import { loadCrypto } from '../load-crypto.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'

/** An entry as it is to be. */
type NextEntry = Omit<LedgerEntry, 'claim'> & {
  /** The newest proof that the shop is there. Default: the one that is known. */
  readonly seenAtMs?: number | undefined
}

/** Writes what follows on an entry, if nobody wrote in between. */
export async function writeEntry(
  ledger: Ledger,
  before: LedgerEntry | null,
  { seenAtMs = parseSeenAt(before?.claim), ...next }: NextEntry,
): Promise<LedgerEntry | null> {
  const crypto = await loadCrypto()
  const version = crypto.randomUUID()
  const entry = { ...next, claim: seenAtMs === undefined ? version : `${version}@${seenAtMs}` }
  return (await ledger.replace(next.key, before?.claim ?? null, entry)) ? entry : null
}

/** The newest proof that a shop is there; the beginning of its install, where there is no other. */
export function findSeenAt({ sinceMs, claim }: LedgerEntry): number {
  return Math.max(sinceMs, parseSeenAt(claim) ?? 0)
}

function parseSeenAt(claim = ''): number | undefined {
  const [, seenAt] = claim.split('@')
  return seenAt === undefined ? undefined : Number(seenAt)
}

/** Whether a process is at it: its claim has not lapsed. */
export function isHeld({ state, dueAtMs }: LedgerEntry): boolean {
  return state === 'claimed' && dueAtMs !== null && dueAtMs > Date.now()
}
