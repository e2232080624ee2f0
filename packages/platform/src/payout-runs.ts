export {
  type Exclusion,
  insertExclusion,
  listExclusions,
  type StandingExclusion,
} from './payout-runs/exclusions.ts'
export { freezeRun, freezeSilenceTimeoutMs, type NewRun, type RunFreezing } from './payout-runs/freeze.ts'
export {
  findRun,
  type ListedRun,
  listRuns,
  type PayoutRun,
  type RunKey,
  type RunPayout,
} from './payout-runs/payout-run.ts'
export {
  type PairPreview,
  previewRun,
  type RunPreview,
  type RunPreviewing,
  type RunScope,
} from './payout-runs/preview.ts'
