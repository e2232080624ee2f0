import type { CommandIo } from './io.ts'
import type { RunKind } from './pages/run-kind.ts'
import { type RunPagesOptions, runPages } from './pages/run-pages.ts'

/** The options of `backfill run`, as commander hands them over. */
export interface BackfillCommandOptions extends RunPagesOptions {
  readonly prime?: boolean
  readonly missed?: boolean
}

/** A run of the backfill. */
export const backfillKind: RunKind = {
  stateFile: '.affiliate-backfill',
  counts: { sent: 'sent', skipped: 'skipped' },
  stages: ['shop_read', 'identify'],
  quotaStage: 'identify',
  claim: { field: 'importSuccessful', label: 'Import successful' },
  nextAfterDryRun: 'Dry run: nothing was sent. Run it again without --dry-run.',
  nextAfterSuccess: "Check the counts and the app's receipts, then delete the route from your app.",
}

/** `affiliate-recipes backfill run`. */
export function runBackfillCommand(options: BackfillCommandOptions, io: CommandIo): Promise<number> {
  return runPages({ kind: backfillKind, mode: chooseMode(options) }, options, io)
}

function chooseMode({ prime, missed }: BackfillCommandOptions): string | undefined {
  if (prime) return 'prime'
  return missed ? 'missed' : undefined
}
