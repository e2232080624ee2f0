export { findApplyingVersion } from './terms/store.ts'
export { writeTerms } from './terms/write-terms.ts'
