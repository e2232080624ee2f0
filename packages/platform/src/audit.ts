export { actAs } from './audit/act-as.ts'
export { anchorFacts } from './audit/anchor-facts.ts'
export { compareDefinitions, type ForeignDefinition } from './audit/compare-definitions.ts'
export { describeRecords, type RecordAbout } from './audit/describe-records.ts'
export {
  type AuditEntry,
  type AuditPage,
  auditActions,
  auditSubjects,
  listAuditEntries,
} from './audit/list-entries.ts'
export { findMisdatedFacts, type MisdatedFacts } from './audit/misdated-facts.ts'
export {
  type AnchoringRepair,
  type AnchoringState,
  readAnchoringState,
  repairAnchoring,
} from './audit/repair-anchoring.ts'
export { startAnchoring } from './audit/start-anchoring.ts'
export { type Difference, verifyWorkspace } from './audit/verify.ts'
