import type { CommandIo } from './io.ts'
import type { RunKind } from './pages/run-kind.ts'
import { type RunPagesOptions, runPages } from './pages/run-pages.ts'

const lostSessionsMin = 3

/** A run of the migration to expiring tokens. */
export const migrationKind: RunKind = {
  stateFile: '.affiliate-tokens',
  counts: { migrated: 'migrated', alreadyExpiring: 'already expiring', skipped: 'skipped' },
  stages: ['load', 'exchange', 'store'],
  quotaStage: 'exchange',
  // Each further exchange would revoke a token whose successor is not kept.
  isHarmful: ({ counts, failures }) =>
    counts['migrated'] === 0 && failures.filter(({ stage }) => stage === 'store').length >= lostSessionsMin,
  claim: { field: 'migrationSuccessful', label: 'All migrated' },
  nextAfterDryRun: 'Dry run: no token was exchanged. Run it again without --dry-run.',
  nextAfterSuccess: 'Check the counts, then delete the route from your app.',
}

/** `affiliate-recipes tokens migrate`. */
export function runTokensCommand(options: RunPagesOptions, io: CommandIo): Promise<number> {
  return runPages({ kind: migrationKind }, options, io)
}
