export {
  findApplyingVersion,
  insertTermsVersion,
  lockMembership,
  type TermsVersionRecord,
} from './terms/store.ts'
export { toTermsVersion } from './terms/version.ts'
