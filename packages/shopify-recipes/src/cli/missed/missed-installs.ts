import type { Ledger, LedgerEntry } from '../../lib/ledger/ledger.ts'
import { isHeld } from '../../lib/ledger/write-entry.ts'

/** An install that was missed, as `missed` tells of it. */
export interface MissedInstall {
  readonly shop: string
  readonly since: string
  readonly nextTry: string
  readonly reason: 'identify_failed' | 'process_ended' | 'callback_failed'
}

/** Missed installs at most. */
export const missedMax = 1000

// A missed install is tried again after a day at the latest.
const dueWithinMs = 86_400_000

/** Lists the installs that a ledger holds as missed, the next to be tried first. */
export async function listMissedInstalls(ledger: Ledger, nowMs: number): Promise<readonly MissedInstall[]> {
  const entries = await ledger.listDue('install', nowMs + dueWithinMs, missedMax)
  return entries.filter((entry) => !isHeld(entry)).map(toMissedInstall)
}

function toMissedInstall(entry: LedgerEntry): MissedInstall {
  const { key, sinceMs, dueAtMs } = entry
  return {
    shop: key.slice(key.indexOf(':') + 1),
    since: new Date(sinceMs).toISOString(),
    nextTry: new Date(dueAtMs ?? sinceMs).toISOString(),
    reason: toReason(entry),
  }
}

/** The ledger holds no errors, only how far an install has come. */
function toReason({ state, tasks }: LedgerEntry): MissedInstall['reason'] {
  if (state === 'claimed') return 'process_ended'
  return tasks.split(' ').includes('identify') ? 'identify_failed' : 'callback_failed'
}
