export { setMembershipState } from './memberships/state.ts'
export {
  findMembership,
  insertMembership,
  listMemberships,
  type Membership,
  type MembershipState,
  moveMembership,
  updateMembership,
} from './memberships/store.ts'
