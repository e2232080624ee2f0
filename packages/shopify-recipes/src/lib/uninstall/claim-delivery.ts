import { runWithin } from '../deadline.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** A delivery that is this process's to handle. Neither function rejects. */
export interface DeliveryClaim {
  readonly confirm: () => Promise<unknown>
  readonly release: () => Promise<unknown>
}

/** The time that the webhook has for any one step on a ledger. */
export const ledgerTimeoutMs = 500

// Twice the 5 s that the platform waits for an answer: its own repetition never comes this early.
const leaseMs = 10_000
const unclaimed: DeliveryClaim = { confirm: async () => undefined, release: async () => undefined }

/**
 * Claims a delivery by its id.
 *
 * @returns null for one that was handled, or is being handled. A ledger that fails claims nothing, and the
 * delivery is handled all the same: the app's cleanup must run.
 */
export async function claimDelivery(
  deliveries: Ledger,
  id: string | undefined,
): Promise<DeliveryClaim | null> {
  if (id === undefined) return unclaimed
  const key = `delivery:${id}`
  try {
    const claim = await runWithin(ledgerTimeoutMs, () => deliveries.claim(key, leaseMs))
    if (claim === null) return null
    // A claim that stays behind ends with its lease.
    const end = (work: () => Promise<void>) => runWithin(ledgerTimeoutMs, work).catch(() => undefined)
    return {
      confirm: () => end(() => deliveries.confirm(key, claim)),
      release: () => end(() => deliveries.release(key, claim)),
    }
  } catch {
    return unclaimed
  }
}
