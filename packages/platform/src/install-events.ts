export { findFirstInstallMs, type InstallEvent, insertInstallEvents } from './install-events/store.ts'
