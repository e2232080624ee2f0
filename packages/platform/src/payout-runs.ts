export { excludeMembership } from './payout-runs/exclude-membership.ts'
export { listExclusions } from './payout-runs/exclusions.ts'
export { freezeRun, type RunFreezing } from './payout-runs/freeze.ts'
export { findRun, listRuns, type PayoutRun } from './payout-runs/payout-run.ts'
export {
  type PairPreview,
  previewAtLength,
  previewPair,
  previewRun,
  type RunPreview,
  type RunPreviewing,
} from './payout-runs/preview.ts'
export { type FrozenDecision, listRunDecisions } from './payout-runs/run-decisions.ts'
