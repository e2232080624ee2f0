import { limits } from '@affiliate-platform/contract'
import type { Identification } from '@affiliate-platform/sdk'
import { runWithin } from '../deadline.ts'
import { toFault, toRecord } from '../fault.ts'
import type { IdentifyPort, IdentifyReceipt } from '../identify-port.ts'
import {
  claimInstall,
  hasTask,
  type InstallClaim,
  settleInstall,
  withoutTask,
} from '../ledger/install-entry.ts'
import type { LedgerEntry } from '../ledger/ledger.ts'
import { lookSoon } from '../ledger/look-at-missed.ts'
import { identifyInTime } from './identify-in-time.ts'
import type { InstallResult } from './install-options.ts'
import { type InstallAudience, listTasks, tellEvent } from './tell-event.ts'

/** An install to be sent, if the ledger lets it. */
export interface InstallCall extends InstallAudience {
  readonly client: IdentifyPort | undefined
  /** When the shop's token was obtained. Without it only what is left of an install that is known may be done. */
  readonly seenAtMs?: number
  /** Where reading what is to be sent fails, if it does. */
  readonly readStage: 'session' | 'contact'
  /** Reads what is to be sent. */
  readonly read: (signal: AbortSignal) => Promise<Identification>
}

interface Run {
  readonly endsAtMs: number
  stage: 'session' | 'ledger' | 'contact' | 'identify'
  /** The claim, while nobody knows what becomes of its call. */
  entry: LedgerEntry | undefined
}

// For a ledger that hangs, after the time of the call is over.
const rememberTimeoutMs = 1000

/**
 * Identifies one install, or finds that it was identified. Never rejects. It ends within 5,000 ms, the time of the
 * app's callback aside, and a call that was cut off then is remembered before: a host may freeze when the work that it
 * was handed has ended.
 */
export async function sendOnce(call: InstallCall): Promise<InstallResult> {
  const { shop } = call
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
  if (entry !== null && hasTask(entry, 'identify')) return send(call, entry, leftMs)
  await rememberQuietly(call, entry ?? undefined)
  return { outcome: entry?.tasks ? 'postponed' : 'already_identified', shop }
}

/** Interface 4.4 rule 2: once per install. */
async function claimInTime(call: InstallCall, signal: AbortSignal): Promise<InstallClaim> {
  const { shop, ledger, callbacks, seenAtMs } = call
  const claim = await claimInstall(ledger, shop, { tasks: listTasks(callbacks), seenAtMs })
  // A claim that came too late: whoever waited for it has gone.
  if (signal.aborted) await rememberQuietly(call, claim.entry, { error: signal.reason })
  return claim
}

/** Sends a claimed install. What fails stays in the ledger, to be sent again. */
async function send(call: InstallCall, entry: LedgerEntry, timeoutMs: number): Promise<InstallResult> {
  const { shop, ledger } = call
  const run: Run = { stage: call.readStage, endsAtMs: Date.now() + timeoutMs, entry }
  try {
    return await runWithin(timeoutMs, async (signal) => {
      const { requestId, receiptId, contact, uninstallWatch } = await readAndSend(call, run, signal)
      run.entry = undefined
      run.stage = 'ledger'
      await settleInstall(ledger, withoutTask(entry, 'identify'))
      return { outcome: 'identified', shop, requestId, receiptId, contact, uninstallWatch }
    })
  } catch (error) {
    await rememberQuietly(call, run.entry, { error, isUnasked: run.stage === 'session' })
    return { outcome: 'failed', shop, stage: run.stage, ...toFault(error) }
  }
}

async function readAndSend(
  { client, read }: InstallCall,
  run: Run,
  signal: AbortSignal,
): Promise<IdentifyReceipt> {
  const identification = await read(signal)
  run.stage = 'identify'
  return identifyInTime(client, identification, { signal, endsAtMs: run.endsAtMs })
}

/** A claim that cannot be ended lapses, and what is left of it is then tried again all the same. */
async function rememberQuietly(
  { ledger }: InstallCall,
  entry: LedgerEntry | undefined,
  { error, isUnasked = false }: { readonly error?: unknown; readonly isUnasked?: boolean } = {},
): Promise<void> {
  if (entry === undefined) return
  try {
    const { retryAfterMs } = toRecord(error)
    const askedMs = typeof retryAfterMs === 'number' ? retryAfterMs : undefined
    await runWithin(rememberTimeoutMs, () =>
      settleInstall(ledger, entry, { retryAfterMs: askedMs, isUnasked }),
    )
    if (entry.tasks !== '') lookSoon(ledger)
  } catch {
    // What made the call fail is what is reported.
  }
}
