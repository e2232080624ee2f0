import type { InstallTask, Ledger } from './ledger.ts'

/** The hook that this process runs on a ledger. */
export interface InstallHook {
  /** What it does for an install. */
  readonly listTasks: () => readonly InstallTask[]
  /** Sends missed installs in the background, where the hook can read their shops. Never throws. */
  readonly sendMissed: () => void
}

const hooks = new WeakMap<Ledger, InstallHook>()

/** Notes the hook of a ledger. */
export function noteHook(ledger: Ledger, hook: InstallHook): void {
  hooks.set(ledger, hook)
}

/** The hook of a ledger; undefined where it runs in other processes alone. */
export function findHook(ledger: Ledger): InstallHook | undefined {
  return hooks.get(ledger)
}
