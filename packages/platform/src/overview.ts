export { type FirstSteps, readFirstSteps } from './overview/read-first-steps.ts'
export { type OpenDispute, readWaiting, type Waiting } from './overview/read-waiting.ts'
