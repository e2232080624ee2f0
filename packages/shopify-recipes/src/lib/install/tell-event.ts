import { hasBridge } from '../bridge/bridge-port.ts'
import { runWithin } from '../deadline.ts'
import { toFault } from '../fault.ts'
import { hasTask, withoutTask } from '../ledger/install-entry.ts'
import type { InstallTask, Ledger, LedgerEntry } from '../ledger/ledger.ts'
import { writeEntry } from '../ledger/write-entry.ts'
import type {
  InstallCallback,
  InstallCallbacks,
  InstallResult,
  MissedInstallsOptions,
} from './install-options.ts'

/** An event of an install. */
type InstallEventName = 'installed' | 'reinstalled'

/** The app's side of an install. */
export interface InstallAudience {
  readonly shop: string
  readonly ledger: Ledger
  readonly options: MissedInstallsOptions
  /** Gets a callback that failed, and what became of a report. */
  readonly report: (result: InstallResult) => void
}

const callbackTimeoutMs = 5000
const rememberTimeoutMs = 1000

/** What an app does for an install. */
export function listTasks(options: MissedInstallsOptions): readonly InstallTask[] {
  const { identify = true } = options
  return [
    ...(identify ? (['identify'] as const) : []),
    ...listEvents(options),
    ...(hasBridge(options) ? (['report'] as const) : []),
  ]
}

/** The events that an app has callbacks for. */
function listEvents(callbacks: InstallCallbacks): readonly InstallEventName[] {
  return (['installed', 'reinstalled'] as const).filter((name) => findCallback(callbacks, name) !== undefined)
}

/**
 * Runs the app's callback for a claimed install, if one is due. Never rejects.
 *
 * @returns the claim with the tasks that are left; null when it was taken away meanwhile: the shop uninstalled
 */
export async function tellEvent(audience: InstallAudience, entry: LedgerEntry): Promise<LedgerEntry | null> {
  const { shop, ledger, options, report } = audience
  const name = listEvents(options).find((event) => hasTask(entry, event))
  if (name === undefined) return entry
  const event = { shop, installedAt: new Date(entry.sinceMs) }
  try {
    await runWithin(callbackTimeoutMs, () => findCallback(options, name)?.(event))
  } catch (error) {
    report({ outcome: 'failed', shop, stage: 'event', ...toFault(error) })
    return entry
  }
  const remaining = withoutTask(entry, name)
  if (remaining.tasks === '') return remaining
  try {
    // Now, so that a process that dies in the call does not run the callback again.
    return await runWithin(rememberTimeoutMs, () => writeEntry(ledger, entry, remaining))
  } catch {
    // The end of the claim writes it again.
    return remaining
  }
}

function findCallback(callbacks: InstallCallbacks, name: InstallEventName): InstallCallback | undefined {
  return name === 'installed' ? callbacks.onInstalled : callbacks.onReinstalled
}
