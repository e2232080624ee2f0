import { loadCrypto } from '../load-crypto.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'

/** An entry as it is to be. */
type NextEntry = Omit<LedgerEntry, 'claim'> & {
  /** The newest proof that the shop is there. Default: the one that is known. */
  readonly seenAtMs?: number | undefined
  /** Whether the shop was missed for want of its token, so that the platform was not asked. */
  readonly isUnasked?: boolean
}

const unasked = '@unasked'

/** Writes what follows on an entry, if nobody wrote in between. */
export async function writeEntry(
  ledger: Ledger,
  before: LedgerEntry | null,
  { seenAtMs = parseSeenAt(before?.claim), isUnasked = false, ...next }: NextEntry,
): Promise<LedgerEntry | null> {
  const crypto = await loadCrypto()
  const version = crypto.randomUUID()
  const seen = seenAtMs === undefined ? '' : `@${seenAtMs}`
  const entry = { ...next, claim: `${version}${seen}${isUnasked ? unasked : ''}` }
  return (await ledger.replace(next.key, before?.claim ?? null, entry)) ? entry : null
}

/** The newest proof that a shop is there; the beginning of its install, where there is no other. */
export function findSeenAt({ sinceMs, claim }: LedgerEntry): number {
  return Math.max(sinceMs, parseSeenAt(claim) ?? 0)
}

function parseSeenAt(claim = ''): number | undefined {
  const [, seenAt] = /@(\d+)/.exec(claim) ?? []
  return seenAt === undefined ? undefined : Number(seenAt)
}

/** Whether the last try had no token to send. */
export function wasUnasked({ claim }: LedgerEntry): boolean {
  return claim.endsWith(unasked)
}

/** Whether a process is at it: its claim has not lapsed. */
export function isHeld({ state, dueAtMs }: LedgerEntry): boolean {
  return state === 'claimed' && dueAtMs !== null && dueAtMs > Date.now()
}
