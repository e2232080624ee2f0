import { runWithin } from '../deadline.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { isHeld, writeEntry } from './write-entry.ts'

/** A delivery that is this process's to handle. Neither function rejects. */
export interface DeliveryClaim {
  readonly confirm: () => Promise<unknown>
  readonly release: () => Promise<unknown>
}

/** The time that the webhook has for any one step on a ledger. */
export const ledgerTimeoutMs = 500

// Twice the 5 s that the platform waits for a response: its own repetition never comes this early.
const leaseMs = 10_000
// The platform delivers again for hours, a person perhaps for days.
const rememberedMs = 30 * 86_400_000
const forgottenAtOnce = 100
const forgetEveryMs = 60_000
const forgotAtMs = new WeakMap<Ledger, number>()
const unclaimed: DeliveryClaim = { confirm: async () => undefined, release: async () => undefined }

/**
 * Claims a delivery by its id.
 *
 * @returns null for one that was handled, or is being handled. A ledger that fails claims nothing, and the
 * delivery is handled all the same: the app's cleanup must run.
 */
export async function claimDelivery(ledger: Ledger, id: string | undefined): Promise<DeliveryClaim | null> {
  if (id === undefined) return unclaimed
  try {
    const entry = await runWithin(ledgerTimeoutMs, () => claim(ledger, `delivery:${id}`))
    if (entry === null) return null
    // A claim that stays behind ends with its lease.
    const end = (work: () => Promise<unknown>) => runWithin(ledgerTimeoutMs, work).catch(() => undefined)
    return {
      confirm: () => end(() => confirm(ledger, entry)),
      release: () => end(() => ledger.replace(entry.key, entry.claim, null)),
    }
  } catch {
    return unclaimed
  }
}

async function claim(ledger: Ledger, key: string): Promise<LedgerEntry | null> {
  const before = await ledger.read(key)
  if (before !== null && (before.state === 'done' || isHeld(before))) return null
  const nowMs = Date.now()
  return writeEntry(ledger, before, {
    key,
    state: 'claimed',
    tasks: '',
    sinceMs: nowMs,
    dueAtMs: nowMs + leaseMs,
  })
}

async function confirm(ledger: Ledger, entry: LedgerEntry): Promise<void> {
  const nowMs = Date.now()
  await writeEntry(ledger, entry, { ...entry, state: 'done', dueAtMs: nowMs + rememberedMs })
  await forgetOld(ledger, nowMs)
}

/** Old deliveries leave as new ones come, so that the ledger does not grow. */
async function forgetOld(ledger: Ledger, nowMs: number): Promise<void> {
  if (nowMs - (forgotAtMs.get(ledger) ?? 0) < forgetEveryMs) return
  forgotAtMs.set(ledger, nowMs)
  const due = await ledger.listDue('delivery', nowMs, forgottenAtOnce)
  await Promise.all(due.map(({ key, claim }) => ledger.replace(key, claim, null)))
}
