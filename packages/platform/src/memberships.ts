export { createMembership } from './memberships/create-membership.ts'
export { type LeavingOutcome, leaveProgram } from './memberships/leave-program.ts'
export { membershipsList } from './memberships/list.ts'
export { moveMembership } from './memberships/move-membership.ts'
export { setMembershipState } from './memberships/set-membership-state.ts'
export {
  findMembership,
  findMembershipWord,
  type Membership,
  type MembershipState,
  type MembershipWord,
} from './memberships/store.ts'
export { updateMembership } from './memberships/update-membership.ts'
