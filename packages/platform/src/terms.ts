export { findTermsInForce, type TermsInForce } from './terms/in-force.ts'
export { setTerms, type TermsSetting } from './terms/set-terms.ts'
export { findApplyingVersion } from './terms/store.ts'
export { writeTerms } from './terms/write-terms.ts'
