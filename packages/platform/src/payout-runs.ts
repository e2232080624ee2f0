export { insertExclusion, listExclusions } from './payout-runs/exclusions.ts'
export { freezeRun, freezeSilenceTimeoutMs, type RunFreezing } from './payout-runs/freeze.ts'
export { listRuns, type PayoutRun } from './payout-runs/payout-run.ts'
export { type PairPreview, previewRun, type RunPreview } from './payout-runs/preview.ts'
