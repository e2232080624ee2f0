import type { Ledger, LedgerEntry } from './ledger.ts'
import { isHeld, writeEntry } from './write-entry.ts'

/** A claim on an install, or why there is none. */
export type InstallClaim =
  | { readonly entry: LedgerEntry; readonly refusal?: undefined }
  /** `done`: identified, or a process is at it. `postponed`: an earlier call failed a short while ago. */
  | { readonly entry?: undefined; readonly refusal: 'done' | 'postponed' }

// Much more than the whole budget of a call: a claim outlives it, and a process that died is soon replaced.
const leaseMs = 30_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const toKey = (shop: string): string => `install:${shop}`

/**
 * Claims an install: of any number of callers in any number of processes exactly one gets it.
 *
 * @param isEarly - takes a missed one also before it is due
 */
export async function claimInstall(ledger: Ledger, shop: string, isEarly = false): Promise<InstallClaim> {
  const key = toKey(shop)
  const before = await ledger.read(key)
  const nowMs = Date.now()
  if (before?.state === 'done' || (before !== null && isHeld(before))) return { refusal: 'done' }
  if (!isEarly && before?.state === 'missed' && (before.dueAtMs ?? 0) > nowMs) return { refusal: 'postponed' }
  // A reinstall begins anew; a call that failed, or whose process died, belongs to the install it was made for.
  const sinceMs = before === null || before.state === 'ended' ? nowMs : before.sinceMs
  const next = { key, state: 'claimed', sinceMs, dueAtMs: nowMs + leaseMs } as const
  const entry = await writeEntry(ledger, before, next)
  return entry === null ? { refusal: 'done' } : { entry }
}

/** Marks a claimed install as identified. A claim that lapsed and was taken over changes nothing. */
export async function confirmInstall(ledger: Ledger, entry: LedgerEntry): Promise<void> {
  await writeEntry(ledger, entry, { ...entry, state: 'done', dueAtMs: null })
}

/**
 * Remembers that the call of a claimed install failed, to be sent again: as asked, in its first minute at the next
 * occasion, then after as long as it has been failing, up to an hour; what has been failing for weeks, once a day.
 *
 * @param retryAfterMs - obeyed up to an hour
 */
export async function missInstall(ledger: Ledger, entry: LedgerEntry, retryAfterMs = 0): Promise<void> {
  const nowMs = Date.now()
  const ageMs = nowMs - entry.sinceMs
  const backoffMs = ageMs < minuteMs ? 0 : Math.max(Math.min(ageMs, hourMs), Math.min(ageMs / 24, dayMs))
  const delayMs = Math.max(Math.min(retryAfterMs, hourMs), backoffMs)
  await writeEntry(ledger, entry, { ...entry, state: 'missed', dueAtMs: nowMs + Math.ceil(delayMs) })
}

// An entry changes a few times at most while one is ended. Many more are a store that never replaces.
const endAttemptsMax = 5

/**
 * Ends an install, so that the next one counts as a reinstall.
 *
 * @param untilMs - the moment of the uninstall
 * @returns false for an install that is younger: the shop came back before its uninstall was delivered
 */
export async function endInstall(ledger: Ledger, shop: string, untilMs: number): Promise<boolean> {
  const key = toKey(shop)
  for (let attempt = 0; attempt < endAttemptsMax; attempt += 1) {
    const before = await ledger.read(key)
    if (before === null || before.state === 'ended') return true
    if (before.sinceMs > untilMs) return false
    if (await writeEntry(ledger, before, { ...before, state: 'ended', dueAtMs: null })) return true
    // It was claimed or confirmed in between. Left there, a reinstall would never be identified.
  }
  throw new Error('The install could not be ended.')
}

/** Reads what the ledger knows of a shop's install. */
export function readInstall(ledger: Ledger, shop: string): Promise<LedgerEntry | null> {
  return ledger.read(toKey(shop))
}

/**
 * Marks a shop as identified, without a call. A claim that is held stays, and so does whatever was written since
 * `before` was read: an uninstall above all.
 *
 * @param sinceMs - since when the shop is known to be installed; an uninstall before that does not end it
 */
export async function primeInstall(
  ledger: Ledger,
  shop: string,
  {
    before = null,
    sinceMs = Date.now(),
  }: { readonly before?: LedgerEntry | null; readonly sinceMs?: number } = {},
): Promise<void> {
  if (before?.state === 'done' || (before !== null && isHeld(before))) return
  await writeEntry(ledger, before, {
    key: toKey(shop),
    state: 'done',
    sinceMs: before?.sinceMs ?? sinceMs,
    dueAtMs: null,
  })
}

/**
 * Shops whose install was missed, or whose process died in the call, and which may be sent again now.
 *
 * @param isEarly - lists missed ones also before they are due
 */
export async function listMissedShops(
  ledger: Ledger,
  limit: number,
  isEarly = false,
): Promise<readonly string[]> {
  const untilMs = Date.now() + (isEarly ? dayMs : 0)
  const entries = await ledger.listDue('install', untilMs, limit)
  return entries.filter((entry) => !isHeld(entry)).map(({ key }) => key.slice(key.indexOf(':') + 1))
}
