import type { TomlFile } from './app-toml.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** What somebody does by hand. */
export interface ManualStep {
  readonly title: string
  readonly code?: string
}

/** What a kind of host adds to the steps that all of them have. */
export interface ManualWork {
  readonly steps: readonly ManualStep[]
  /** The path that uninstalls are delivered to. */
  readonly uri: string
  /** Whether the compliance topics stay with the app. */
  readonly isComplianceOwn: boolean
  /** A package to install besides this one. */
  readonly client?: string
}

/** What the files `shopify.app*.toml` say. */
export interface ConfiguredWebhooks {
  readonly configurations: readonly TomlFile[]
  /** Whether they deliver the compliance topics to a place that is not ours. */
  readonly isElsewhere: boolean
}

/** What a part of an app tells; undefined where it is written in a way that is not understood. */
export function ifUnderstood<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnsupportedAppError) return undefined
    throw error
  }
}

/** What is put behind the name of a file whose ledger is in memory. */
export const memoryHint =
  '. Its ledger is in memory: for one in your database see "Ledgers" in docs/identify-on-install.md of this package'
