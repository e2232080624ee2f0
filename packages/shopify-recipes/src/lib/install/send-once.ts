import { limits } from '@affiliate-platform/contract'
import type { Identification } from '@affiliate-platform/sdk'
import { runWithin } from '../deadline.ts'
import { toFault, toRecord } from '../fault.ts'
import type { IdentifyPort, IdentifyReceipt } from '../identify-port.ts'
import { claimInstall, confirmInstall, missInstall } from '../ledger/install-entry.ts'
import type { Ledger, LedgerEntry } from '../ledger/ledger.ts'
import { lookSoon } from '../ledger/look-at-missed.ts'
import { identifyInTime } from './identify-in-time.ts'
import type { InstallResult } from './install-options.ts'

/** An install to be sent, if the ledger lets it. */
export interface InstallCall {
  readonly shop: string
  readonly ledger: Ledger
  readonly client: IdentifyPort | undefined
  /** Where reading what is to be sent fails, if it does. */
  readonly readStage: 'session' | 'contact'
  /** Reads what is to be sent. */
  readonly read: (signal: AbortSignal) => Promise<Identification>
}

interface Run {
  readonly signal: AbortSignal
  readonly endsAtMs: number
  stage: 'session' | 'ledger' | 'contact' | 'identify'
  /** The claim, while nobody knows what becomes of its call. */
  entry?: LedgerEntry | undefined
}

// For a ledger that hangs, after the time of the call is over.
const rememberTimeoutMs = 1000

/**
 * Identifies one install, or finds that it was identified. Never rejects. It ends within 5,000 ms, and a call that
 * was cut off then is remembered before: a host may freeze when the work that it was handed has ended.
 */
export async function sendOnce(call: InstallCall): Promise<InstallResult> {
  const timeoutMs = limits.installIdentifyTimeoutMs
  const progress: Omit<Run, 'signal'> = { stage: 'ledger', endsAtMs: Date.now() + timeoutMs }
  try {
    return await runWithin(timeoutMs, (signal) => claimAndSend(call, Object.assign(progress, { signal })))
  } catch (error) {
    const { shop, ledger } = call
    await rememberQuietly(ledger, progress.entry, error)
    return { outcome: 'failed', shop, stage: progress.stage, ...toFault(error) }
  }
}

/** Interface 4.4 rule 2: once per install. What fails stays in the ledger, to be sent again. */
async function claimAndSend(call: InstallCall, run: Run): Promise<InstallResult> {
  const { shop, ledger } = call
  const { entry, refusal } = await claimInstall(ledger, shop)
  if (entry === undefined) {
    return { outcome: refusal === 'done' ? 'already_identified' : 'postponed', shop }
  }
  // A claim that came too late: whoever waited for it has gone.
  if (run.signal.aborted) await rememberQuietly(ledger, entry, run.signal.reason)
  run.signal.throwIfAborted()
  run.entry = entry
  const receipt = await readAndSend(call, run)
  run.entry = undefined
  run.stage = 'ledger'
  await confirmInstall(ledger, entry)
  const { requestId, receiptId, contact, uninstallWatch } = receipt
  return { outcome: 'identified', shop, requestId, receiptId, contact, uninstallWatch }
}

async function readAndSend({ client, read, readStage }: InstallCall, run: Run): Promise<IdentifyReceipt> {
  run.stage = readStage
  const identification = await read(run.signal)
  run.stage = 'identify'
  return identifyInTime(client, identification, run)
}

/** A claim that cannot be turned into a missed call lapses, and is then sent again all the same. */
async function rememberQuietly(
  ledger: Ledger,
  entry: LedgerEntry | undefined,
  error: unknown,
): Promise<void> {
  if (entry === undefined) return
  try {
    const { retryAfterMs } = toRecord(error)
    const askedMs = typeof retryAfterMs === 'number' ? retryAfterMs : undefined
    await runWithin(rememberTimeoutMs, () => missInstall(ledger, entry, askedMs))
    lookSoon(ledger)
  } catch {
    // What made the call fail is what is reported.
  }
}
