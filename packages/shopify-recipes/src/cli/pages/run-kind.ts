import type { PageFacts } from '../../lib/pages/build-page.ts'

/** What a run over all shops of an app does, as far as driving its route depends on it. */
export interface RunKind {
  /** The default state file, without its extension. */
  readonly stateFile: string
  /** The fields that count the shops of a page that did not fail, and how a person reads them. */
  readonly counts: Readonly<Record<string, string>>
  /** Where a shop may fail. */
  readonly stages: readonly string[]
  /** Where a 429 means a quota that all shops share. */
  readonly quotaStage: string
  /** Whether a page shows that the next one would do harm. Default: none does. */
  readonly isHarmful?: (page: PageFacts) => boolean
  /** The field of the report that claims success, and its words. */
  readonly claim: { readonly field: string; readonly label: string }
  readonly nextAfterDryRun: string
  readonly nextAfterSuccess: string
}
