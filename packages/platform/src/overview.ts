export { countChanges, type RecentChanges, readSnapshot, slotSeconds } from './overview/count-changes.ts'
export { listPayDays, type PayDay } from './overview/list-pay-days.ts'
export { type FirstSteps, readFirstSteps } from './overview/read-first-steps.ts'
export { type OpenDispute, readWaiting, type Waiting } from './overview/read-waiting.ts'
