/** Who brought a shop: what is told, what follows from it, and what a person decides. */
export { attributeWaiting } from './attribution/attribute-waiting.ts'
export {
  type AttributionCase,
  type CaseDecision,
  decideCase,
  listCases,
  type NewDecision,
} from './attribution/cases.ts'
export { type Coverage, type MemberCoverage, readCoverage } from './attribution/coverage.ts'
export { type ClaimFiling, type ClaimRejection, fileClaim, type NewClaim } from './attribution/file-claim.ts'
export {
  type CodeReport,
  type InstallReport,
  type ReportedOutcome,
  reportCode,
  reportInstall,
} from './attribution/report-install.ts'
export { startAttribution } from './attribution/start-attribution.ts'
