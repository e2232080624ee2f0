export { createApp } from './apps/create-app.ts'
export { type AppRecord, findApp, type IdentifyingApp, listApps } from './apps/store.ts'
export { updateApp } from './apps/update-app.ts'
