import type { InstallTask, Ledger, LedgerEntry } from './ledger.ts'
import { isHeld, writeEntry } from './write-entry.ts'

/** A claim on an install, or why there is none. */
export type InstallClaim =
  | { readonly entry: LedgerEntry; readonly rejection?: undefined }
  /** `done`: nothing is left, or a process is at it. `postponed`: a task failed a short while ago. */
  | { readonly entry?: undefined; readonly rejection: 'done' | 'postponed' }

/** What a caller claims an install for. */
export interface ClaimOptions {
  /** The tasks of an install that is new; an event that is not among them is never told. */
  readonly tasks?: readonly InstallTask[]
  /** Takes only what is left of an install that is known. */
  readonly isRetry?: boolean
  /** Takes what is left also before it is due. */
  readonly isEarly?: boolean
}

// Much more than the whole budget of a callback and a call: a claim outlives it, and a process that died is soon replaced.
const leaseMs = 30_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const toKey = (shop: string): string => `install:${shop}`

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
  { tasks = [], isRetry = false, isEarly = false }: ClaimOptions,
): Promise<InstallClaim> {
  const key = toKey(shop)
  const before = await ledger.read(key)
  const nowMs = Date.now()
  if (before?.state === 'done' || (before !== null && isHeld(before))) return { rejection: 'done' }
  if (!isEarly && before?.state === 'missed' && (before.dueAtMs ?? 0) > nowMs)
    return { rejection: 'postponed' }
  const claim = { key, state: 'claimed', dueAtMs: nowMs + leaseMs } as const
  let next: Omit<LedgerEntry, 'claim'>
  if (before === null || before.state === 'ended') {
    // It was uninstalled, or forgotten, since it was listed.
    if (isRetry) return { rejection: 'done' }
    const foreignEvent = before === null ? 'reinstalled' : 'installed'
    next = { ...claim, tasks: tasks.filter((task) => task !== foreignEvent).join(' '), sinceMs: nowMs }
  } else {
    // What failed, or whose process died, belongs to the install it was claimed for.
    next = { ...claim, tasks: before.tasks, sinceMs: before.sinceMs }
  }
  const entry = await writeEntry(ledger, before, next)
  return entry === null ? { rejection: 'done' } : { entry }
}

/**
 * Ends the claim of an install: it is done, or what is left of it is tried again: as asked, in its first minute at the
 * next occasion, then after as long as it has been failing, up to an hour; what has been failing for weeks, once a day.
 * A claim that lapsed and was taken over changes nothing.
 *
 * @param entry - the claim, with the tasks that are left
 * @param retryAfterMs - obeyed up to an hour
 */
export async function settleInstall(ledger: Ledger, entry: LedgerEntry, retryAfterMs = 0): Promise<void> {
  if (entry.tasks === '') {
    await writeEntry(ledger, entry, { ...entry, state: 'done', dueAtMs: null })
    return
  }
  const nowMs = Date.now()
  const ageMs = nowMs - entry.sinceMs
  const backoffMs = ageMs < minuteMs ? 0 : Math.max(Math.min(ageMs, hourMs), Math.min(ageMs / 24, dayMs))
  const delayMs = Math.max(Math.min(retryAfterMs, hourMs), backoffMs)
  await writeEntry(ledger, entry, { ...entry, state: 'missed', dueAtMs: nowMs + Math.ceil(delayMs) })
}

/**
 * Ends an install, so that the next one counts as a reinstall. One that the ledger does not know is written as ended
 * (D121): a backfill that has just sent the shop must not record it as installed.
 *
 * @param untilMs - the moment of the uninstall
 * @returns false for an install that is younger: the shop came back before its uninstall was delivered
 */
export async function endInstall(ledger: Ledger, shop: string, untilMs: number): Promise<boolean> {
  let isYounger = false
  await closeInstall(ledger, shop, async (before) => {
    if (before?.state === 'ended') return true
    const { key, sinceMs } = before ?? { key: toKey(shop), sinceMs: untilMs }
    isYounger = sinceMs > untilMs
    const ended = { key, sinceMs, state: 'ended', tasks: '', dueAtMs: null } as const
    return isYounger || (await writeEntry(ledger, before, ended)) !== null
  })
  return !isYounger
}

/** Forgets a shop, unless it has installed again since the given time. */
export async function forgetInstall(ledger: Ledger, shop: string, untilMs: number): Promise<boolean> {
  let isBack = false
  await closeInstall(ledger, shop, async (before) => {
    if (before === null) return true
    isBack = before.state !== 'ended' && before.sinceMs > untilMs
    return isBack || ledger.replace(before.key, before.claim, null)
  })
  return isBack
}

// An entry changes a few times at most while one is closed. Many more are a store that never replaces.
const closeAttemptsMax = 5

async function closeInstall(
  ledger: Ledger,
  shop: string,
  close: (before: LedgerEntry | null) => Promise<boolean>,
): Promise<void> {
  for (let attempt = 0; attempt < closeAttemptsMax; attempt += 1) {
    if (await close(await ledger.read(toKey(shop)))) return
    // It was claimed or confirmed in between. Left there, a reinstall would never be identified.
  }
  throw new Error('The install could not be closed.')
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
