import { toKey } from './install-entry.ts'
import type { InstallTask, Ledger, LedgerEntry } from './ledger.ts'
import { findSeenLately } from './seen-lately.ts'
import { findSeenAt, writeEntry } from './write-entry.ts'

/**
 * What an uninstall comes to. `superseded`: the install is younger, and the uninstall was told before it. `returned`: the
 * shop was there after it, and nobody has noticed that it had left.
 */
export type Ending = 'ended' | 'superseded' | 'returned'

/**
 * Ends an install, so that the next one counts as a reinstall. One that the ledger does not know is written as ended
 * (D121): a backfill that has just sent the shop must not record it as installed. A shop that came back before
 * its uninstall was delivered stays as it is.
 *
 * @param untilMs - the moment of the uninstall
 */
export async function endInstall(ledger: Ledger, shop: string, untilMs: number): Promise<Ending> {
  let ending: Ending = 'ended'
  await closeInstall(ledger, shop, async (before) => {
    ending = judgeEnding(ledger, before, untilMs)
    if (before?.state === 'ended' || ending !== 'ended') return true
    const { key, sinceMs } = before ?? { key: toKey(shop), sinceMs: untilMs }
    const ended = { key, sinceMs, state: 'ended', tasks: '', dueAtMs: null } as const
    return (await writeEntry(ledger, before, ended)) !== null
  })
  return ending
}

/** Begins another install of a shop that has returned, as one that was missed. */
export async function restartInstall(
  ledger: Ledger,
  shop: string,
  { untilMs, tasks }: { readonly untilMs: number; readonly tasks: readonly InstallTask[] },
): Promise<void> {
  await closeInstall(ledger, shop, async (before) => {
    if (before === null || judgeEnding(ledger, before, untilMs) !== 'returned') return true
    const own = tasks.filter((task) => task !== 'installed').join(' ')
    const missed = {
      ...before,
      state: 'missed',
      tasks: own,
      sinceMs: newestProof(ledger, before),
      dueAtMs: Date.now(),
    } as const
    return (await writeEntry(ledger, before, missed)) !== null
  })
}

function judgeEnding(ledger: Ledger, before: LedgerEntry | null, untilMs: number): Ending {
  if (before === null || before.state === 'ended' || newestProof(ledger, before) <= untilMs) return 'ended'
  return before.sinceMs > untilMs ? 'superseded' : 'returned'
}

/** Whether a shop is there, by what is known from a moment on or not at all. */
export async function hasInstalledSince(ledger: Ledger, shop: string, sinceMs: number): Promise<boolean> {
  const entry = await ledger.read(toKey(shop))
  return entry === null || (entry.state !== 'ended' && newestProof(ledger, entry) >= sinceMs)
}

/** Forgets a shop, unless it has installed again since the given time. */
export async function forgetInstall(ledger: Ledger, shop: string, untilMs: number): Promise<boolean> {
  let isBack = false
  await closeInstall(ledger, shop, async (before) => {
    if (before === null) return true
    isBack = judgeEnding(ledger, before, untilMs) !== 'ended'
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

const newestProof = (ledger: Ledger, entry: LedgerEntry): number =>
  Math.max(findSeenAt(entry), findSeenLately(ledger, entry.key))
