import type { Identification } from '@affiliate-platform/sdk'
import { reportEvent } from '../bridge/bridge-port.ts'
import { runWithin } from '../deadline.ts'
import { toFault, toRecord } from '../fault.ts'
import { identify } from '../identify-port.ts'
import { hasTask, settleInstall, withoutTask } from '../ledger/install-entry.ts'
import type { LedgerEntry } from '../ledger/ledger.ts'
import { lookSoon } from '../ledger/look-at-missed.ts'
import { writeEntry } from '../ledger/write-entry.ts'
import { sendInTime } from '../send-in-time.ts'
import type { InstallResult } from './install-options.ts'
import { rememberTimeoutMs, settleQuietly } from './settle-quietly.ts'
import { type InstallAudience, listTasks } from './tell-event.ts'

/** What is sent of an install. */
export interface InstallCall extends InstallAudience {
  /** Where reading what is to be sent fails, if it does. */
  readonly readStage: 'session' | 'contact'
  /** Reads what is to be sent. */
  readonly read: (signal: AbortSignal) => Promise<Identification>
}

type CallTask = 'identify' | 'report'

/** Where a call is. */
interface Progress {
  stage: 'session' | 'ledger' | 'contact' | CallTask
}

/** A claimed install whose calls run beside each other. The last one to end also ends the claim. */
interface Run {
  readonly call: InstallCall
  readonly endsAtMs: number
  readonly running: Set<CallTask>
  /** The claim, with the tasks that are left. */
  entry: LedgerEntry
  /** The last write: one follows on the other. */
  written: Promise<unknown>
  retryAfterMs: number
  isUnasked: boolean
}

/** Makes the calls that are left of a claimed install. What fails stays in the ledger, to be sent again. Never rejects. */
export function runTasks(
  call: InstallCall,
  entry: LedgerEntry,
  timeoutMs: number,
): Promise<readonly InstallResult[]> {
  const own = listTasks(call.options)
  const tasks = (['identify', 'report'] as const).filter((task) => hasTask(entry, task) && own.includes(task))
  const run: Run = {
    ...{ call, endsAtMs: Date.now() + timeoutMs, running: new Set(tasks), entry },
    ...{ written: Promise.resolve(), retryAfterMs: 0, isUnasked: false },
  }
  return Promise.all(tasks.map((task) => runTask(run, task)))
}

async function runTask(run: Run, task: CallTask): Promise<InstallResult> {
  const { shop, readStage } = run.call
  const progress: Progress = { stage: task === 'identify' ? readStage : task }
  try {
    return await runWithin(run.endsAtMs - Date.now(), async (signal) => {
      const result = await (task === 'report' ? sendReport(run, signal) : sendContact(run, signal, progress))
      progress.stage = 'ledger'
      await inTurn(run, () => finish(run, task))
      return result
    })
  } catch (error) {
    const { stage } = progress
    if (stage !== 'ledger') await miss(run, task, { error, stage })
    return { outcome: 'failed', shop, stage, ...toFault(error) }
  }
}

async function sendContact(
  { call: { shop, options, read }, endsAtMs }: Run,
  signal: AbortSignal,
  progress: Progress,
): Promise<InstallResult> {
  const identification = await read(signal)
  progress.stage = 'identify'
  const send = () => identify(options.client, identification, signal)
  const { requestId, receiptId, contact, uninstallWatch } = await sendInTime(send, { signal, endsAtMs })
  return { outcome: 'identified', shop, requestId, receiptId, contact, uninstallWatch }
}

async function sendReport(
  { call: { shop, options }, entry, endsAtMs }: Run,
  signal: AbortSignal,
): Promise<InstallResult> {
  const event = { shop, kind: 'installed', occurredAt: new Date(entry.sinceMs) } as const
  const send = () => reportEvent(event, options, signal)
  return { outcome: 'reported', ...(await sendInTime(send, { signal, endsAtMs })) }
}

async function finish(run: Run, task: CallTask): Promise<void> {
  const { ledger } = run.call
  // Its time was over: what is left was written without it.
  if (!run.running.delete(task)) return
  run.entry = withoutTask(run.entry, task)
  if (run.running.size === 0) {
    await settleInstall(ledger, run.entry, run)
    if (run.entry.tasks !== '') lookSoon(ledger)
    return
  }
  try {
    // Now, so that a process that dies in the other call does not repeat this one.
    const written = await runWithin(rememberTimeoutMs, () => writeEntry(ledger, run.entry, run.entry))
    run.entry = written ?? run.entry
  } catch {
    // The end of the claim writes it again.
  }
}

async function miss(
  run: Run,
  task: CallTask,
  { error, stage }: Progress & { readonly error: unknown },
): Promise<void> {
  const { retryAfterMs } = toRecord(error)
  if (typeof retryAfterMs === 'number') run.retryAfterMs = Math.max(run.retryAfterMs, retryAfterMs)
  run.isUnasked ||= stage === 'session'
  run.running.delete(task)
  if (run.running.size === 0) await inTurn(run, () => settleQuietly(run.call.ledger, run.entry, run))
}

function inTurn(run: Run, write: () => Promise<void>): Promise<void> {
  const written = run.written.then(write)
  run.written = written.catch(() => undefined)
  return written
}
