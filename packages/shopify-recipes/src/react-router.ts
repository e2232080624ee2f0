export type { Action } from './lib/action.ts'
export { reportReferralCode } from './lib/bridge/report-referral-code.ts'
export { identifyOnInstall } from './lib/install/identify-on-install.ts'
export { retryMissedInstalls } from './lib/install/retry-missed-installs.ts'
export {
  backfillRoute,
  forwardUninstall,
  handleCompliance,
  handleUninstall,
  migrateTokensRoute,
} from './lib/route-actions.ts'
