export { type OpenDispute, readWaiting, type Waiting } from './overview/read-waiting.ts'
