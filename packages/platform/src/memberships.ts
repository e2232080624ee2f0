export type { MembershipState } from './memberships/membership-state.ts'
export { setMembershipState } from './memberships/state.ts'
export {
  findMembership,
  insertMembership,
  listMemberships,
  type Membership,
  moveMembership,
  updateMembership,
} from './memberships/store.ts'
