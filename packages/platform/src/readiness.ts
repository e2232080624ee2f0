export { clockGapMaxMs } from './readiness/check-service.ts'
export { createReadiness, type Readiness } from './readiness/readiness.ts'
