import { runWithin } from '../deadline.ts'
import {
  claimInstall,
  hasTask,
  listMissedShops,
  primeInstall,
  readInstall,
  settleInstall,
  withoutTask,
} from '../ledger/install-entry.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type BackfillOutcome, type PageRun, runShop } from './run-shop.ts'

/**
 * What a page does with its shops: sends them; sends those alone whose install was missed; or takes them for
 * identified, and sends nothing.
 */
export type PageMode = 'all' | 'missed' | 'prime'

/**
 * Lists a page of the shops that the ledger holds as missed, due or not.
 *
 * @param offset - 0 where shops leave the list as they are sent
 */
export async function listMissed(ledger: Ledger, offset: number, limit: number): Promise<readonly string[]> {
  return (await listMissedShops(ledger, offset + limit, true)).slice(offset)
}

/** Runs one shop of a page, and notes in the ledger what became of it. Never rejects. */
export async function runWithLedger(
  domain: string,
  mode: PageMode,
  page: PageRun,
): Promise<BackfillOutcome | undefined> {
  if (mode === 'prime' && page.isDryRun) return 'skipped'
  if (page.options.ledger === undefined || page.isDryRun) return runShop(domain, page)
  const ledger = bound(page.options.ledger, page)
  try {
    if (mode === 'missed') return await runMissed(domain, ledger, page)
    if (mode === 'prime') return await prime(domain, ledger)
  } catch {
    return { domain, stage: 'identify', status: null }
  }
  return runAndPrime(domain, ledger, page)
}

async function runAndPrime(
  domain: string,
  ledger: Ledger,
  page: PageRun,
): Promise<BackfillOutcome | undefined> {
  // Read first: an uninstall that comes while the shop is sent must not be overwritten.
  const before = await readInstall(ledger, domain).catch(() => undefined)
  const outcome = await runShop(domain, page)
  // It was sent: a ledger that is down costs one more call when its token is renewed.
  if (outcome === 'sent' && before !== undefined) {
    await primeInstall(ledger, domain, { before }).catch(() => undefined)
  }
  return outcome
}

/** An install hook may be at the same shop: the claim keeps it to one call. */
async function runMissed(
  domain: string,
  ledger: Ledger,
  page: PageRun,
): Promise<BackfillOutcome | undefined> {
  const { entry } = await claimInstall(ledger, domain, { isEarly: true })
  if (entry === undefined) return 'skipped'
  // The app's callback alone may be left, and a later run of the hook runs it.
  const outcome = hasTask(entry, 'identify') ? await runShop(domain, page) : 'skipped'
  await settleInstall(ledger, outcome === 'sent' ? withoutTask(entry, 'identify') : entry)
  return outcome
}

async function prime(domain: string, ledger: Ledger): Promise<BackfillOutcome> {
  // It was listed, and not read: it may have left, and its uninstall may be delivered hours later.
  if ((await readInstall(ledger, domain)) === null) await primeInstall(ledger, domain, { sinceMs: 0 })
  return 'skipped'
}

const statementMsMax = 2000
// Three of them, after a shop that took the whole page, still end within the 25 s.
const lateStatementMsMax = 300

/** D40: a ledger that hangs must hold up neither the page nor its shops. */
function bound(ledger: Ledger, { time }: PageRun): Ledger {
  const within = <Value>(work: () => Promise<Value>) =>
    runWithin(Math.min(statementMsMax, Math.max(lateStatementMsMax, time.leftMs())), work)
  return {
    read: (key) => within(() => ledger.read(key)),
    replace: (key, expected, next) => within(() => ledger.replace(key, expected, next)),
    listDue: (kind, untilMs, limit) => within(() => ledger.listDue(kind, untilMs, limit)),
  }
}
