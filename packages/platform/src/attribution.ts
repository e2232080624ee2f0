/** Who brought a shop: what is told, what follows from it, and what a person decides. */

export { findLatestAnalyticsImport } from './attribution/analytics/find-latest-import.ts'
export {
  type AnalyticsOrder,
  type AnalyticsProgress,
  type AnalyticsReport,
  importAnalytics,
  type UnusedRow,
} from './attribution/analytics/import-analytics.ts'
export {
  type ImportUndo,
  type NewUndo,
  type UndoRejection,
  undoImport,
} from './attribution/analytics/undo-import.ts'
export { attributeWaiting } from './attribution/attribute-waiting.ts'
export {
  type AttributionCase,
  countOpenCases,
  listCases,
  listDecidedCases,
} from './attribution/cases.ts'
export { type Coverage, explainedBy, type MemberCoverage } from './attribution/coverage.ts'
export { type CaseDecision, decideCase, type NewDecision } from './attribution/decide-case.ts'
export {
  type ClaimFiling,
  type ClaimRejection,
  dailyClaimsMax,
  fileClaim,
  manyClaims,
  type NewClaim,
  waitingClaimsMax,
} from './attribution/file-claim.ts'
export { type ClosedToClaims, findClaimsClosed } from './attribution/find-claims-closed.ts'
export { listOpenCases, type OpenCase } from './attribution/list-open-cases.ts'
export { type ClaimAnswer, listOwnClaims, type OwnClaim } from './attribution/list-own-claims.ts'
export { type CaseToDecide, readCase } from './attribution/read-case.ts'
export { readCoverage } from './attribution/read-coverage.ts'
export {
  type CodeReport,
  type InstallReport,
  type ReportedOutcome,
  reportCode,
  reportInstall,
} from './attribution/report-install.ts'
export { reportedEvidenceKinds } from './attribution/shop-history.ts'
export { startAttribution } from './attribution/start-attribution.ts'
export { listInstallations } from './install-events/store.ts'
