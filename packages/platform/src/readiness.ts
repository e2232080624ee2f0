export { clockGapMaxMs } from './database/clock-gap.ts'
export { createReadiness, type Readiness } from './readiness/readiness.ts'
