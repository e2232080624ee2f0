export { type AppRecord, insertApp, listApps, updateApp } from './apps/store.ts'
