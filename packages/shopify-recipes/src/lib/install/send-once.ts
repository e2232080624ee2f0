import { limits } from '@affiliate-platform/contract'
import { runWithin } from '../deadline.ts'
import { toFault } from '../fault.ts'
import { claimInstall, type InstallClaim } from '../ledger/install-entry.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { InstallResult } from './install-options.ts'
import { type InstallCall, runTasks } from './run-tasks.ts'
import { settleQuietly } from './settle-quietly.ts'
import { listTasks, tellEvent } from './tell-event.ts'

/** An install to be sent, if the ledger lets it. */
interface Install extends InstallCall {
  /** When the shop's token was obtained. Without it only what is left of an install that is known may be done. */
  readonly seenAtMs?: number
}

/**
 * Identifies one install, or finds that it was identified, and reports it where the app reports its installs. Never
 * rejects. It ends within 5,000 ms, the time of the app's callback aside, and a call that was cut off then is remembered
 * before: a host may freeze when the work that it was handed has ended.
 */
export async function sendOnce(call: Install): Promise<InstallResult> {
  if (call.seenAtMs === undefined) return await retryOnce(call)
  // A retry may hold the claim with its report alone, for want of the token that this run has.
  await retries.get(call.ledger)?.get(call.shop)
  return await claimAndSend(call)
}

/** What this process sends again, by shop. */
const retries = new WeakMap<Ledger, Map<string, Promise<InstallResult>>>()

async function retryOnce(call: Install): Promise<InstallResult> {
  const running = retries.get(call.ledger) ?? new Map<string, Promise<InstallResult>>()
  retries.set(call.ledger, running)
  const work = claimAndSend(call)
  running.set(call.shop, work)
  try {
    return await work
  } finally {
    running.delete(call.shop)
  }
}

async function claimAndSend(call: Install): Promise<InstallResult> {
  const { shop, ledger } = call
  const startedAtMs = Date.now()
  const timeoutMs = limits.installIdentifyTimeoutMs
  let claim: InstallClaim
  try {
    claim = await runWithin(timeoutMs, (signal) => claimInTime(call, signal))
  } catch (error) {
    return { outcome: 'failed', shop, stage: 'ledger', ...toFault(error) }
  }
  if (claim.rejection !== undefined) {
    return { outcome: claim.rejection === 'done' ? 'already_identified' : 'postponed', shop }
  }
  const leftMs = timeoutMs - (Date.now() - startedAtMs)
  const entry = await tellEvent(call, claim.entry)
  if (entry === null) return { outcome: 'already_identified', shop }
  const [result, ...further] = await runTasks(call, entry, leftMs)
  for (const one of further) call.report(one)
  if (result !== undefined) return result
  await settleQuietly(ledger, entry)
  return { outcome: entry.tasks === '' ? 'already_identified' : 'postponed', shop }
}

/** Interface 4.4 rule 2: once per install. */
async function claimInTime(call: Install, signal: AbortSignal): Promise<InstallClaim> {
  const { shop, ledger, options, seenAtMs } = call
  const claim = await claimInstall(ledger, shop, { tasks: listTasks(options), seenAtMs })
  // A claim that came too late: whoever waited for it has gone.
  if (signal.aborted && claim.entry !== undefined) await settleQuietly(ledger, claim.entry)
  return claim
}
