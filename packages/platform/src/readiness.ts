export { clockGapMaxMs } from './database/statements/clock-gap.ts'
export { createReadiness, type Readiness } from './readiness/readiness.ts'
