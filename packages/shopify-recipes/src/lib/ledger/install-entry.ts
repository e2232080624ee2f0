import { runWithin } from '../deadline.ts'
import type { InstallTask, Ledger, LedgerEntry } from './ledger.ts'
import { keepSeen } from './seen-lately.ts'
import { findSeenAt, isHeld, wasUnasked, writeEntry } from './write-entry.ts'

/** A claim on an install, or why there is none. */
export type InstallClaim =
  | { readonly entry: LedgerEntry; readonly rejection?: undefined }
  /** `done`: nothing is left, or a process is at it. `postponed`: a task failed a short while ago. */
  | { readonly entry?: undefined; readonly rejection: 'done' | 'postponed' }

/** What a caller claims an install for. */
export interface ClaimOptions {
  /** The tasks of an install that is new; an event that is not among them is never told. */
  readonly tasks?: readonly InstallTask[]
  /** When the shop's token was obtained. Without it the caller takes only what is left of an install that is known. */
  readonly seenAtMs?: number | undefined
  /** Takes what is left also before it is due. */
  readonly isEarly?: boolean
}

// Much more than the whole budget of a callback and a call: a claim outlives it, and a process that died is soon replaced.
const leaseMs = 30_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The key of a shop's install. */
export const toKey = (shop: string): string => `install:${shop}`

/** Whether a task of an install is left. */
export function hasTask({ tasks }: LedgerEntry, task: InstallTask): boolean {
  return tasks.split(' ').includes(task)
}

/** The entry as it is to be once a task is done. */
export function withoutTask(entry: LedgerEntry, task: InstallTask): LedgerEntry {
  const tasks = entry.tasks.split(' ').filter((left) => left !== task)
  return { ...entry, tasks: tasks.join(' ') }
}

/** Claims an install: of any number of callers in any number of processes exactly one gets it. */
export async function claimInstall(
  ledger: Ledger,
  shop: string,
  { tasks = [], seenAtMs, isEarly = false }: ClaimOptions,
): Promise<InstallClaim> {
  const key = toKey(shop)
  const before = await ledger.read(key)
  const nowMs = Date.now()
  if (before !== null && isHeld(before)) return { rejection: 'done' }
  // A try without a token says nothing about the platform: the shop's own run of the hook has one.
  const maySend = isEarly || (seenAtMs !== undefined && before !== null && wasUnasked(before))
  const isPostponed = !maySend && before?.state === 'missed' && (before.dueAtMs ?? 0) > nowMs
  if (before?.state === 'done' || isPostponed) {
    if (seenAtMs !== undefined) await noteSeen(ledger, before, seenAtMs)
    return { rejection: isPostponed ? 'postponed' : 'done' }
  }
  const claim = { key, state: 'claimed', dueAtMs: nowMs + leaseMs } as const
  let next: Omit<LedgerEntry, 'claim'>
  if (before === null || before.state === 'ended') {
    // It was uninstalled, or forgotten, since it was listed.
    if (seenAtMs === undefined) return { rejection: 'done' }
    const foreignEvent = before === null ? 'reinstalled' : 'installed'
    const own = tasks.filter((task) => task !== foreignEvent)
    next = { ...claim, tasks: own.join(' '), sinceMs: seenAtMs }
  } else {
    // What failed, or whose process died, belongs to the install it was claimed for.
    next = { ...claim, tasks: before.tasks, sinceMs: before.sinceMs }
  }
  const entry = await writeEntry(ledger, before, { ...next, seenAtMs })
  return entry === null ? { rejection: 'done' } : { entry }
}

// An uninstall and the next install lie further apart; parallel first requests of one install do not.
const sameInstallMs = 1000
const noteEveryMs = 10 * minuteMs
const noteTimeoutMs = 1000

/**
 * Remembers that the shop is there: an uninstall from before that comes late ends nothing. The first time soon after the
 * install, and then every ten minutes at most; in between this process alone knows. Never rejects, and loses to every other
 * write.
 */
async function noteSeen(ledger: Ledger, entry: LedgerEntry, seenAtMs: number): Promise<void> {
  const knownMs = findSeenAt(entry)
  const pauseMs = knownMs > entry.sinceMs ? noteEveryMs : sameInstallMs
  if (seenAtMs - knownMs < pauseMs) return keepSeen(ledger, entry.key, seenAtMs)
  await runWithin(noteTimeoutMs, () => writeEntry(ledger, entry, { ...entry, seenAtMs })).catch(
    () => undefined,
  )
}

/** Why something is left of an install. */
export interface Miss {
  readonly retryAfterMs?: number | undefined
  readonly isUnasked?: boolean
}

/**
 * Ends the claim of an install: it is done, or what is left of it is tried again: as asked, in its first minute at the
 * next occasion, then after as long as it has been failing, up to an hour; what has been failing for weeks, once a day.
 * A claim that lapsed and was taken over changes nothing.
 *
 * @param entry - the claim, with the tasks that are left
 * @param miss - `retryAfterMs` is obeyed up to an hour
 */
export async function settleInstall(
  ledger: Ledger,
  entry: LedgerEntry,
  { retryAfterMs = 0, isUnasked = false }: Miss = {},
): Promise<void> {
  if (entry.tasks === '') {
    await writeEntry(ledger, entry, { ...entry, state: 'done', dueAtMs: null })
    return
  }
  const nowMs = Date.now()
  const ageMs = nowMs - entry.sinceMs
  const backoffMs = ageMs < minuteMs ? 0 : Math.max(Math.min(ageMs, hourMs), Math.min(ageMs / 24, dayMs))
  const delayMs = Math.max(Math.min(retryAfterMs, hourMs), backoffMs)
  const dueAtMs = nowMs + Math.ceil(delayMs)
  await writeEntry(ledger, entry, { ...entry, state: 'missed', dueAtMs, isUnasked })
}

/** Reads what the ledger knows of a shop's install. */
export function readInstall(ledger: Ledger, shop: string): Promise<LedgerEntry | null> {
  return ledger.read(toKey(shop))
}

/**
 * Marks a shop as identified, without a call and without an event of its own. A claim that is held stays, and so does
 * whatever was written since `before` was read: an uninstall above all.
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
  if (before === null || before.state === 'ended') {
    await writeEntry(ledger, before, { key: toKey(shop), state: 'done', tasks: '', sinceMs, dueAtMs: null })
    return
  }
  // An event that is due stays due.
  await settleInstall(ledger, withoutTask(before, 'identify'))
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
