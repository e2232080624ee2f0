export { createMembership } from './memberships/create-membership.ts'
export { membershipsList } from './memberships/list.ts'
export { moveMembership } from './memberships/move-membership.ts'
export { setMembershipState } from './memberships/set-membership-state.ts'
export {
  findMembership,
  type Membership,
  type MembershipState,
} from './memberships/store.ts'
export { updateMembership } from './memberships/update-membership.ts'
