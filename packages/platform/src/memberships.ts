export { insertMembershipState, membershipStates } from './memberships/insert-membership-state.ts'
export {
  findMembership,
  insertMembership,
  listMemberships,
  moveMembership,
  updateMembership,
} from './memberships/store.ts'
export { type HistoryVersion, listTermsHistory } from './memberships/terms-history.ts'
