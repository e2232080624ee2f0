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

/** What tells a delivery from others. */
export interface DeliveryNames {
  /** Names the event; not signed. */
  readonly id: string | undefined
  /** Of the signed body. */
  readonly digest: string
  /** Whether an event with the same body may have happened since one was handled. */
  readonly mayRepeat: (handledAtMs: number) => boolean | Promise<boolean>
}

/**
 * Claims a delivery by its id and its body.
 *
 * @returns null for one that was handled, or is being handled. A ledger that fails claims nothing, and the
 * delivery is handled all the same: the app's cleanup must run.
 */
export async function claimDelivery(ledger: Ledger, names: DeliveryNames): Promise<DeliveryClaim | null> {
  try {
    const entries = await runWithin(ledgerTimeoutMs, () => claim(ledger, names))
    if (entries === null) return null
    // A claim that stays behind ends with its lease.
    const end = (work: (entry: LedgerEntry) => Promise<unknown>) =>
      runWithin(ledgerTimeoutMs, () => Promise.all(entries.map(work))).catch(() => undefined)
    return {
      confirm: () => end((entry) => confirm(ledger, entry)),
      release: () => end((entry) => release(ledger, entry)),
    }
  } catch {
    return unclaimed
  }
}

async function claim(
  ledger: Ledger,
  { id, digest, mayRepeat }: DeliveryNames,
): Promise<readonly LedgerEntry[] | null> {
  const keys = [...(id === undefined ? [] : [`delivery:${id}`]), `delivery:body:${digest}`]
  const found = await Promise.all(keys.map((key) => ledger.read(key)))
  for (const [index, entry] of found.entries()) {
    if (entry === null) continue
    const isBody = index === keys.length - 1
    const isHandled = entry.state === 'done' && !(isBody && (await mayRepeat(entry.sinceMs)))
    if (isHandled || isHeld(entry)) return null
  }
  const nowMs = Date.now()
  const next = { state: 'claimed', tasks: '', sinceMs: nowMs, dueAtMs: nowMs + leaseMs } as const
  const claimed: LedgerEntry[] = []
  // One after the other: two deliveries of one event must not each get a half.
  for (const [index, key] of keys.entries()) {
    const entry = await writeEntry(ledger, found[index] ?? null, { ...next, key })
    if (entry === null) {
      await Promise.all(claimed.map((one) => release(ledger, one)))
      return null
    }
    claimed.push(entry)
  }
  return claimed
}

const release = (ledger: Ledger, { key, claim }: LedgerEntry) => ledger.replace(key, claim, null)

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
